import { expect } from "chai"
import { after, afterEach, before, describe } from "mocha"

import { deepIt, isDeep, variants } from "#test/fixtures/depth.js"
import { alphaAt, createRpcDoor, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"

const malformed: readonly unknown[] = [[[], [1]], null, 7, "-0x5", { a: { b: 1 } }, "x".repeat(5_000), true]

describe("S-28 a node whose answers are malformed", function () {
  let world: ExplainedWorld
  let door: RpcDoor
  before(async () => {
    world = await createExplainedWorld()
    door = await createRpcDoor(world.devnet.chains.alpha.rpcUrl)
  })
  afterEach(() => {
    door.release()
  })
  after(async () => {
    await door[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  /** Runs a task through the door, and returns how it ended and the methods that it asked the node. */
  async function run(args: readonly string[], spoil: (method: string, result: unknown) => unknown) {
    const methods = new Set<string>()
    door.rewrite((method, result) => {
      if (!methods.has("eth_sendRawTransaction")) methods.add(method)
      return spoil(method, result)
    })
    const ended = await world.run(args, { env: alphaAt(door.url) })
    return { methods, sent: methods.has("eth_sendRawTransaction"), code: ended.code, error: ended.error?.code }
  }

  const to = (plug: string) => [plug, "add(uint32,uint256)", "beta", "1", "--from", "alpha", "--yes"]

  deepIt(
    "refuses them as the node's before a transaction is sent, and finds the transaction whose hash was answered so",
    async () => {
      const send = ["messaging", "send", ...to(world.counters.alpha)]
      const honest = await run(send, (_method, result) => result)
      expect(honest).to.include({ code: 0, error: undefined })
      const ends = new Map<string, Set<string | undefined>>()
      for (const method of isDeep ? honest.methods : ["eth_chainId", "eth_getBalance", "eth_sendRawTransaction"]) {
        const errors = new Set<string | undefined>()
        for (const answer of variants(malformed, 1)) {
          const { sent, error } = await run(send, (asked, result) => (asked === method ? answer : result))
          expect(sent, method).to.equal(method === "eth_sendRawTransaction" || error === undefined)
          errors.add(error)
        }
        ends.set(method, errors)
      }
      expect(ends.get("eth_chainId")).to.deep.equal(new Set(["NODE_FAILED"]))
      expect(ends.get("eth_getBalance")).to.deep.equal(new Set(["NODE_FAILED"]))
      expect(ends.get("eth_sendRawTransaction")).to.deep.equal(new Set([undefined]))
      // It does without some: a newer way of simulating, usual prices, logs of earlier runs.
      const known = new Set(["NODE_FAILED", "NOT_SUBMITTED", undefined])
      for (const [method, errors] of ends) for (const error of errors) expect(known, method).to.include(error)
    },
  )

  deepIt("refuses them in tasks that connect and list", async () => {
    for (const args of [
      ["connect", world.moody.alpha, world.counters.beta, "--from", "alpha", "--to", "beta", "--yes"],
      ["list"],
    ]) {
      const honest = await run(["messaging", ...args], (_method, result) => result)
      expect(honest.code, args[0]).to.equal(0)
      for (const method of honest.methods) {
        for (const answer of malformed) {
          const { error } = await run(["messaging", ...args], (asked, result) => (asked === method ? answer : result))
          expect(new Set(["NODE_FAILED", "NOT_SUBMITTED", "PARTLY_READ", undefined]), method).to.include(error)
        }
      }
    }
  })
})
