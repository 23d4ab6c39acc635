import { rm } from "node:fs/promises"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"

import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { type RunningCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, isDeep } from "#test/fixtures/depth.js"
import { createLyingNode, type LyingNode } from "#test/fixtures/servers/nodes/lyingNode.js"
import { overPool } from "#test/fixtures/worlds/swap/explainedSwapWorld.js"
import { createSwapWorld, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

/** A node that says it is Hardhat's, and names another first block whenever it is told to. */
describe("S-10 a node that makes a command forget what it sent", function () {
  let world: SwapWorld
  let node: LyingNode
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    world = await createSwapWorld()
    node = await createLyingNode(world.alpha.rpcUrl)
  })
  beforeEach(async () => {
    project = await temporaryProject()
  })
  afterEach(async () => {
    world.devnet.relay.resume()
    node.tellTruth()
    await project[Symbol.asyncDispose]()
  })
  after(async () => {
    await world[Symbol.asyncDispose]()
    await node[Symbol.asyncDispose]()
  })

  const start = (args: readonly string[], url: string | undefined, config: object = {}): RunningCommand =>
    startCommand(["swap", ...args, "--json"], {
      port: Number(new URL(world.devnet.url).port),
      env: {
        PLUGS_TEST_CHAINS: "alpha,beta",
        PLUGS_TEST_ROOT: project.path,
        ...(url === undefined ? {} : { PLUGS_TEST_ALPHA_URL: url }),
        ...config,
      },
    })
  const execute = ["execute", ...overPool("41"), "--yes"]
  const owned = (): Promise<bigint> => world.balanceOf(world.alpha, "usdc")

  /** Executes a swap until it is under way, and stops there. */
  async function leave(url: string | undefined, config?: object): Promise<unknown> {
    world.devnet.relay.pause()
    await using first = start(execute, url, config)
    const { quoteId } = await first.event(({ status }) => status === "IN_PROGRESS")
    first.interrupt()
    await first.ended
    world.devnet.relay.resume()
    return quoteId
  }

  it("refuses a second swap where it names another first block", async () => {
    const before = await owned()
    const quoteId = await leave(node.url)
    node.sayFirstBlock(`0x${"b2".repeat(32)}`)
    const second = await start(execute, node.url).ended
    expect(second.code, second.stderr).to.equal(0)
    expect(second.events[0]).to.include({ event: "resumed", quoteId })
    expect(before - (await owned())).to.equal(41_000_000n)
  })

  deepIt("refuses a second swap where it takes the place of the devnet's own node", async () => {
    const before = await owned()
    await leave(undefined)
    node.sayFirstBlock(`0x${"b2".repeat(32)}`)
    const second = await start(execute, node.url).ended
    expect(second.code).to.equal(1)
    const end = second.events.at(-1)
    expect(end).to.have.nested.property("error.code", "UNFINISHED_ELSEWHERE")
    expect(before - (await owned())).to.equal(41_000_000n)
    if (!isDeep) return
    // Once the user says that it is over, it begins anew.
    const { facts } = (end as unknown as { error: { facts: { folder: string } } }).error
    await rm(facts.folder, { recursive: true })
    expect((await start(execute, node.url).ended).code).to.equal(0)
  })

  deepIt("resumes on the devnet's own node, and on a network that is listed as local", async () => {
    const listed = { PLUGS_TEST_LOCAL: "alpha" }
    for (const [url, config] of [
      [undefined, {}],
      [node.url, listed],
    ] as const) {
      const before = await owned()
      const quoteId = await leave(url, config)
      const second = await start(execute, url, config).ended
      expect(second.code, second.stderr).to.equal(0)
      expect(second.events[0]).to.include({ event: "resumed", quoteId })
      expect(before - (await owned())).to.equal(41_000_000n)
    }
  })
})
