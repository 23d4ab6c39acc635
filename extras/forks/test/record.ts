import { existsSync } from "node:fs"
import { readFile, rename, writeFile } from "node:fs/promises"
import path from "node:path"
import { inspect } from "node:util"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import record from "#extras/forks/tasks/record.js"
import {
  deployAsStranger,
  type StrangersDeployment,
  writeDeployments,
} from "#extras/forks/test/fixtures/strangersDeployment.js"
import { createWorld } from "#src/testing/index.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

type Chain = { block: number; previousBlock: number | null; answers: number; added: number; removed: number }

describe("hardhat plugs record", () => {
  let deployed: StrangersDeployment
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let plugs: object
  let config: typeof hre.config
  const fileOf = (name: string) => path.join(folder.path, `${name}.ndjson`)
  before(async () => {
    deployed = await deployAsStranger()
    folder = await temporaryFolder()
    const deployment = await writeDeployments(deployed, folder)
    plugs = {
      ...hre.config.plugs,
      messaging: { ...hre.config.plugs.messaging, deployment },
      chains: { alpha: { slug: 41_001, network: "alpha" }, beta: { slug: 41_002, network: "beta" } },
    }
    config = configWith(deployed.forks.map(({ fork }) => fork.url))
  })
  after(async () => {
    await deployed[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  /** A project whose forks have recordings, and these URLs. */
  function configWith(urls: readonly string[]): typeof hre.config {
    const [alpha, beta] = urls.map((url, index) => ({
      url: { get: () => Promise.resolve(url) },
      recording: fileOf(index === 0 ? "alpha" : "beta"),
    }))
    const networks = Object.fromEntries(
      ["alpha", "beta"].map((name, index) => [name, { type: "http", chainId: 41_001 + index }]),
    )
    return {
      ...hre.config,
      networks: { ...hre.config.networks, ...networks },
      plugs: { ...plugs, forks: { alpha, beta } },
    } as unknown as typeof hre.config
  }

  /** What a test of the project does: a world of forks in which a message is delivered. */
  const deliver = async (amount: bigint, of = config): Promise<void> => {
    const project = { network: hre.network, artifacts: hre.artifacts, hooks: hre.hooks, config: of } as typeof hre
    await using world = await createWorld(project, { forks: ["alpha", "beta"] }).start()
    const here = await world.getContractAt("alpha", "Counter", deployed.plugs.alpha)
    await world.assertions.delivered(await here.send.add([world.chains.beta.slug, amount]))
  }

  async function run(test: () => Promise<boolean>, args: object = {}) {
    const tasks = {
      getTask: () => ({ run: async () => ({ success: await test(), value: undefined, error: undefined }) }),
    }
    const terminal = recordTerminal({})
    let code = 0
    const io = { terminal, signal: new AbortController().signal, setExitCode: (set: number) => void (code = set) }
    const given = { files: [], chains: undefined, refresh: false, json: true, ...args }
    await record(given, { ...hre, config, tasks } as never, io as never)
    const printed = JSON.parse(terminal.stdout()) as { passed: boolean; chains: [Chain, Chain] }
    return { ...printed, code }
  }

  it("adds what tests lack, of several worlds, so that they then need no node", async () => {
    const first = await run(async () => {
      await deliver(1n)
      return true
    })
    expect(first).to.include({ passed: true, code: 0 })
    expect(first.chains[0].added).to.be.above(20).and.to.equal(first.chains[0].answers)
    const nowhere = configWith(["http://127.0.0.1:9", "http://127.0.0.1:9"])
    await deliver(1n, nowhere)
    const lacking: unknown = await deliver(2n, nowhere).catch((error: unknown) => error)
    expect(inspect(lacking)).to.contain("npx hardhat plugs record")
    const second = await run(async () => {
      await deliver(2n)
      await deliver(3n)
      return true
    })
    expect(second.chains[1]).to.include({ removed: 0, previousBlock: first.chains[1].block })
    expect(second.chains[1].added).to.be.above(0)
    for (const amount of [1n, 2n, 3n]) await deliver(amount, nowhere)
  })

  it("records at the newest block with --refresh, and says what has changed", async () => {
    await deployed.send(5n)
    const refreshed = await run(
      async () => {
        await deliver(1n)
        return true
      },
      { refresh: true },
    )
    const [alpha] = refreshed.chains
    expect(alpha.block).to.be.above(Number(alpha.previousBlock))
    expect(alpha.removed).to.be.above(0)
    expect(existsSync(`${fileOf("alpha")}.previous`)).to.equal(false)
  })

  for (const [how, test] of [
    ["fail", () => Promise.resolve(false)],
    ["throw", () => Promise.reject(new Error("a broken test"))],
  ] as const) {
    it(`has the earlier recordings again where tests ${how} with --refresh`, async () => {
      const before = await readFile(fileOf("beta"), "utf8")
      const ended = await run(
        async () => {
          await deliver(4n)
          return await test()
        },
        { refresh: true },
      ).catch(String)
      if (how === "throw") expect(ended).to.contain("a broken test")
      else expect(ended).to.include({ passed: false, code: 2 })
      expect(await readFile(fileOf("beta"), "utf8")).to.equal(before)
    })
  }

  it("brings back the recordings of a run that was killed while it recorded again", async () => {
    const before = await readFile(fileOf("alpha"), "utf8")
    await rename(fileOf("alpha"), `${fileOf("alpha")}.previous`)
    await writeFile(fileOf("alpha"), "what that run had recorded")
    await run(() => Promise.resolve(true))
    expect(await readFile(fileOf("alpha"), "utf8")).to.equal(before)
    expect(existsSync(`${fileOf("alpha")}.previous`)).to.equal(false)
  })

  it("refuses a chain without a recording", async () => {
    const refused = await run(() => Promise.resolve(true), { chains: "gamma" }).catch(String)
    expect(refused).to.contain("gamma has no recording")
  })
})
