import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { erc20Abi } from "viem"

import { commandKey } from "#extras/swap/src/execution/journal/commandRecords.js"
import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { examine, runMend } from "#test/fixtures/commands/doctor.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import type { TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { journalEntry, quoteId } from "#test/fixtures/wire/swapRoutes.js"

describe("hardhat plugs doctor, of swaps", function () {
  let devnet: Devnet
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let folder: string
  before(async () => {
    devnet = await startDevnet()
  })
  after(() => devnet.stop())
  beforeEach(async () => {
    project = await temporaryProject()
    const { hash } = await devnet.chains.alpha.publicClient.getBlock({ blockNumber: 0n })
    folder = path.join(project.path, ".plugs", "swaps", `41001-${hash.slice(2, 18)}`)
    await mkdir(folder, { recursive: true })
  })
  afterEach(() => project[Symbol.asyncDispose]())

  const options = (): TaskCommandOptions => ({
    port: Number(new URL(devnet.url).port),
    env: { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ROOT: project.path },
  })

  deepIt("names each damaged record with its path, and the command that moves it away", async () => {
    await createFileJournal(folder).write(journalEntry())
    const key = commandKey({ amount: "1" })
    const damaged = [`${"a".repeat(20)}.json`, path.join("commands", key), path.join("deposits", "b".repeat(40))]
    for (const name of damaged) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), '{"version":1,"state":"\u001b[2J')
    }
    const { code, checks } = await examine([], options())
    expect(code).to.equal(2)
    const lines = checks.filter(({ name }) => name === "journal")
    expect(lines.map(({ subject }) => path.join(project.path, subject))).to.deep.equal(
      damaged.map((name) => path.join(folder, name)),
    )
    for (const line of lines) {
      expect(line.status).to.equal("failed")
      expect(line.says).to.contain(path.join(project.path, line.subject))
      expect(line.mend).to.contain("latest transactions")
      await runMend(line, options())
    }
    const mended = await examine([], options())
    expect(mended.check("journal")).to.include({ status: "ok" })
    expect(mended.check("journal").says).to.match(/^1 .* 1 /)
  })

  it("says that nothing is recorded, and writes nothing, in a project that never swapped", async () => {
    await using other = await temporaryProject()
    const { port } = options()
    const { check } = await examine([], { port: port!, env: { ...options().env, PLUGS_TEST_ROOT: other.path } })
    expect(check("journal").status).to.equal("ok")
    expect(check("allowance", "alpha").says).to.equal("No swap has approved anything.")
    expect(await createFileJournal(path.join(other.path, ".plugs")).list()).to.deep.equal([])
  })

  it("finds an allowance that a swap has left over, and none once it is revoked as the mend says", async () => {
    const { walletClient, publicClient } = devnet.chains.alpha
    const { router, tokens } = devnet.market.alpha
    const account = walletClient.account.address
    const { route } = journalEntry()
    const approval = { ...route.approval!, tokenAddress: tokens.usdc.address, spenderAddress: router }
    const entry = { account, state: "REVERTED", route: { ...route, approval }, quoteId } as const
    await createFileJournal(folder).write(journalEntry(entry))
    const approve = (amount: bigint) =>
      walletClient.writeContract({
        ...{ address: tokens.usdc.address, abi: erc20Abi, functionName: "approve" },
        args: [router, amount],
      })
    await publicClient.waitForTransactionReceipt({ hash: await approve(12n) })

    const left = await examine([], options())
    expect(left.code).to.equal(0)
    expect(left.check("allowance", "alpha")).to.include({ status: "warning" })
    expect(left.check("allowance", "alpha").says).to.match(new RegExp(`${router} .* 12`))
    expect(left.check("allowance", "beta").status).to.equal("ok")

    const [, from, to, data] = /from (0x\w+) a transaction to (0x\w+) on alpha with the data (0x\w+)\./.exec(
      left.check("allowance", "alpha").mend!,
    )!
    expect(from).to.equal(account)
    const hash = await walletClient.sendTransaction({ to: to as typeof account, data: data as `0x${string}` })
    await publicClient.waitForTransactionReceipt({ hash })
    const revoked = (await examine([], options())).check("allowance", "alpha")
    expect([revoked.status, revoked.says]).to.deep.equal(["ok", "Nothing is left of what swaps have approved."])
  })

  it("leaves alone the allowance that a swap which goes on needs", async () => {
    const { walletClient } = devnet.chains.alpha
    await createFileJournal(folder).write(journalEntry({ account: walletClient.account.address, state: "SENT" }))
    const { check } = await examine([], options())
    expect(check("allowance", "alpha").status).to.equal("ok")
  })
})
