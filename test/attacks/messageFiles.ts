import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { type Address, encodeFunctionData, parseAbi } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { otherKey, writeAsUser } from "#test/fixtures/wire/recordFiles.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

type Name = "alpha" | "beta"

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"
const ownable = parseAbi(["function transferOwnership(address)", "function owner() view returns (address)"])

/** What the tasks of messages record, after somebody else has written it. */
describe("files of messages that somebody else wrote", function () {
  let world: DevnetWorld
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let plugs: Record<Name, Address>
  before(async () => {
    world = await createDevnetWorld()
  })
  after(() => world[Symbol.asyncDispose]())
  beforeEach(async () => {
    project = await temporaryProject()
    plugs = { alpha: await plugOn("alpha"), beta: await plugOn("beta") }
  })
  afterEach(() => project[Symbol.asyncDispose]())

  const chainOf = (name: Name) => world.devnet.chains[name]!
  const plugOn = (name: Name) => {
    const { contracts, walletClient } = chainOf(name)
    return deploy(chainOf(name), counterArtifact, [contracts.socket, walletClient.account.address])
  }
  const run = (...args: string[]) => {
    const wiring = JSON.stringify({ counters: { contracts: plugs } })
    return world.run(args, { env: { PLUGS_TEST_ROOT: project.path, PLUGS_TEST_WIRING: wiring } })
  }
  const sentBy = async (name: Name): Promise<number> => {
    const { publicClient, walletClient } = chainOf(name)
    return await publicClient.getTransactionCount({ address: walletClient.account.address })
  }

  deepIt("S-24 sends nothing that the journal of a wiring says was about to be sent", async () => {
    const { publicClient, walletClient, chainId } = chainOf("alpha")
    const { hash: genesis } = await publicClient.getBlock({ blockNumber: 0n })
    const folder = path.join(project.path, ".plugs", "wiring", `${chainId}-${genesis.slice(2, 18)}`)
    const siblingChainSlug = chainOf("beta").slug
    const data = encodeFunctionData({ abi: ownable, functionName: "transferOwnership", args: [thief] })
    const entry = {
      ...{ version: 1, plug: plugs.alpha, siblingChainSlug, account: walletClient.account.address },
      submission: {
        transaction: { chainId, to: plugs.alpha, data, value: "0" },
        nonce: await sentBy("alpha"),
        fromBlock: String(await publicClient.getBlockNumber()),
      },
    }
    const file = path.join(folder, `${plugs.alpha.toLowerCase()}-${siblingChainSlug}.json`)
    const apply = ["messaging", "wire", "--apply", "--yes"]
    const before = await sentBy("alpha")
    await mkdir(folder, { recursive: true })
    await writeFile(file, JSON.stringify(entry))
    for (const key of [undefined, otherKey]) {
      if (key !== undefined) await writeAsUser(file, { purpose: "wiring", record: entry, key })
      const { code, error } = await run(...apply)
      expect(code).to.equal(1)
      expect([error?.code, error?.facts["file"]]).to.deep.equal(["JOURNAL_FOREIGN", file])
    }
    expect(await sentBy("alpha")).to.equal(before)
    await rm(file)
    const honest = await run(...apply)
    expect(honest.code, honest.stderr).to.equal(0)
    expect(await sentBy("alpha")).to.equal(before + 1)
    const owner = await publicClient.readContract({ address: plugs.alpha, abi: ownable, functionName: "owner" })
    expect(owner).to.equal(walletClient.account.address)
    expect(await readdir(folder)).to.deep.equal([])

    // What the user wrote before it was sent, put back.
    const { transactions } = await publicClient.getBlock({ includeTransactions: true })
    const { input, to, nonce } = transactions.at(-1)!
    const earlier = { ...entry.submission, transaction: { chainId, to, data: input, value: "0" }, nonce }
    await writeAsUser(file, { purpose: "wiring", record: { ...entry, submission: earlier } })
    const again = await run(...apply)
    expect(again.code, again.stderr).to.equal(0)
    expect(await sentBy("alpha")).to.equal(before + 1)
  })

  for (const kind of ["wiring", "sent"] as const) {
    it(`S-25 writes nothing through a link in place of the folder ${kind}`, async () => {
      await using elsewhere = await temporaryFolder()
      const link = path.join(project.path, ".plugs", kind)
      await mkdir(path.dirname(link))
      await symlink(elsewhere.path, link)
      const before = await sentBy("alpha")
      const wire = ["messaging", "wire", "--apply", "--yes"]
      const list = ["messaging", "list"]
      const { code, stdout, stderr } = await run(...(kind === "wiring" ? wire : list))
      expect(code).to.not.equal(0)
      expect(`${stdout}${stderr}`).to.contain(link)
      expect(await sentBy("alpha")).to.equal(before)
      expect(await readdir(elsewhere.path)).to.deep.equal([])
    })
  }

  it("S-24 retries nothing because a file says that it was sent last", async () => {
    const hash = `0x${"cd".repeat(32)}`
    const at = 1_700_000_000_000
    const record = {
      ...{ version: 1, at, srcChainSlug: chainOf("alpha").slug, hash, plug: thief, account: thief },
      ...{ functionName: "send", messages: [] },
    }
    const folder = path.join(project.path, ".plugs", "sent")
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, `${String(at).padStart(16, "0")}-${hash}.json`), JSON.stringify(record))
    const before = await sentBy("beta")
    const { code } = await run("messaging", "retry", hash, "--yes")
    expect(code).to.equal(1)
    expect(await sentBy("beta")).to.equal(before)
  })
})
