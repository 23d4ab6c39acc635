import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address, Hex } from "viem"

import {
  callOf,
  encodeCall,
  type JudgedWorld,
  keeper,
  owner,
  startJudgedWorld,
  thief,
} from "#extras/audit/test/fixtures/judgedWorld.js"
import { executionManagerAbi } from "#src/messaging/onchain/abi.js"
import { executorRole } from "#src/messaging/onchain/delivery/executors.js"
import { overreachingPlugArtifact } from "#test/fixtures/artifacts/OverreachingPlug.js"
import { deepIt } from "#test/fixtures/depth.js"

/** Code that calls a contract with the data that it is called with. */
function forwardTo(target: Address): Hex {
  // CALLDATACOPY to 0, then CALL with all of it, as much gas as there is and no value.
  return `0x365f5f375f5f365f5f73${target.slice(2)}5af100`
}

describe("judgeBatches, of connections", () => {
  let world: JudgedWorld
  before(async () => void (world = await startJudgedWorld()))
  after(() => world.devnet.stop())

  /** The call that connects a plug, and takes it over. */
  const seizing = (on: string) => {
    const { links, slug, devnet } = world
    const sibling = on === "alpha" ? "beta" : "alpha"
    const args = [slug(sibling), links[sibling], devnet.chains[on]!.contracts.switchboard]
    return callOf(links[on]!, encodeCall("linkAndSeize", args, overreachingPlugArtifact.abi))
  }
  const linked = () => ({
    counters: { contracts: world.counters },
    links: { contracts: world.links, connect: "linkAndSeize" },
  })

  deepIt(
    "finds a connection that takes the plug over without a log, whoever sends it, of each owner by himself",
    async () => {
      for (const [on, holder] of [
        ["alpha", owner],
        ["beta", keeper],
      ] as const) {
        const { to, data } = seizing(on)
        const options = { wiring: linked(), on }
        expect((await world.judge([callOf(to, data)], { ...options, from: holder })).found).to.deep.equal(["STORAGE 1"])
        // Code that makes the call of its own account: what a Safe makes that another one signs for.
        const { testClient } = world.devnet.chains[on]!
        await testClient.setCode({ address: holder, bytecode: forwardTo(to) })
        const { found } = await world.judge([callOf(holder, data)], { ...options, from: thief })
        await testClient.setCode({ address: holder, bytecode: "0x00" })
        expect(found).to.deep.equal(["UNDECODED 1", "STORAGE 1"])
      }
    },
  )

  it("knows the functions of every plug beside the one that connects it", async () => {
    const handOver = callOf(world.links["alpha"]!, encodeCall("transferOwnership", [thief]))
    expect((await world.judge([handOver], { wiring: linked() })).found).to.deep.equal(["OWNER 1", "STORAGE 1"])
  })

  it("finds nothing in connections of several plugs that are all as wired, or are made once more", async () => {
    const { counters, links } = world
    const wiring = { counters: { contracts: counters }, links: { contracts: links } }
    const both = [world.connecting(counters, "alpha"), world.connecting(links, "alpha")]
    const judged = await world.judge(both, { wiring })
    expect([judged.verdict, judged.found, judged.wiring]).to.deep.equal(["as wired", [], { done: 2, left: 2 }])
    await world.connectBoth()
    const again = await world.judge([world.connecting(counters, "alpha")])
    expect([again.verdict, again.found, again.wiring]).to.deep.equal(["as wired", [], { done: 0, left: 0 }])
  })

  deepIt(
    "takes whom a path trusts afterwards for wired, where its switchboard is, and for worse where it is not",
    async () => {
      await world.connectBoth()
      for (const on of ["alpha", "beta"]) {
        const weaker = [world.connecting(world.counters, on, "optimisticSwitchboard")]
        const wired = await world.judge(weaker, { on, kind: "optimisticSwitchboard" })
        expect([wired.verdict, wired.found, wired.wiring]).to.deep.equal(["as wired", [], { done: 1, left: 1 }])
        const odd = await world.judge(weaker, { on })
        expect(odd.found.slice(0, 3)).to.deep.equal(["CONNECTION 1", "STORAGE 1", "TRUST -"])
        expect(odd.wiring).to.deep.equal({ done: 0, left: 1 })
      }
    },
  )

  it("knows the functions of a switchboard only where it is known on its chain", async () => {
    await world.connectBoth()
    const { switchboard } = world.devnet.chains["alpha"]!.contracts
    const grant = callOf(switchboard, encodeCall("grantRole", [executorRole, thief], executionManagerAbi))
    const found = async (isKnown: boolean) =>
      (await world.judge([grant], { from: thief, isKnownSwitchboard: () => isKnown })).found
    expect(await found(true)).to.deep.equal(["REVERTS 1"])
    expect(await found(false)).to.deep.equal(["UNDECODED 1", "REVERTS 1"])
  })
})
