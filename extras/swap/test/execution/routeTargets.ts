import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Abi, type Address, concat, encodeFunctionData, type Hex, zeroHash } from "viem"

import type { TargetQuestion } from "#extras/swap/src/checks/confirmContracts.js"
import type { RouteRefusal } from "#extras/swap/src/checks/routeRefusals.js"
import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import { createExecutionWorld, type ExecutionWorld, usdcToEth } from "#extras/swap/test/fixtures/executionWorld.js"
import { belongingsArtifact } from "#test/fixtures/artifacts/Belongings.js"
import { Crash, crashAt } from "#test/fixtures/children/crash.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { deployRouteContract, sending } from "#test/fixtures/worlds/swap/routeContracts.js"

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"
const abi: Abi = belongingsArtifact.abi
const encode = (functionName: string, args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })

/** A call that gives away something of the account that makes it, and what a simulation of it shows. */
const attacks: Readonly<Record<string, { data: (owner: Address, to: Address) => Hex; shows: RouteRefusal }>> = {
  transferOwnership: { data: () => encode("transferOwnership", [thief]), shows: "CHANGES_CONTROL" },
  "redeem of a vault": { data: (owner) => encode("redeem", [1000n, thief, owner]), shows: "TAKES_OTHER_TOKEN" },
  "withdraw of a lending pool": {
    data: (_owner, to) => encode("withdraw", [to, 1000n, thief]),
    shows: "TAKES_OTHER_TOKEN",
  },
  upgradeTo: { data: () => encode("upgradeTo", [thief]), shows: "CHANGES_CONTROL" },
  "execTransaction of a wallet": {
    data: (_owner, to) => encode("execTransaction", [to, 0n, encode("transferOwnership", [thief])]),
    shows: "CHANGES_CONTROL",
  },
  multicall: { data: () => encode("multicall", [[encode("transferOwnership", [thief])]]), shows: "CHANGES_CONTROL" },
  grantRole: { data: () => encode("grantRole", [zeroHash, thief]), shows: "CHANGES_CONTROL" },
}

describe("S-05 executeRoute, with a route to another contract than a router", function () {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  /** An offer whose route makes this call to everything that its trader owns. */
  async function attacked(data: (owner: Address, to: Address) => Hex) {
    const trader = await world.trader("local")
    const to = await deployRouteContract(world.alpha, belongingsArtifact, [trader.address])
    const offered = await trader.offered(usdcToEth)
    const call = concat([data(trader.address, to), trader.address])
    const route = { ...sending(offered.route, { to, data: call, value: 0n }), approval: null }
    const owner = () =>
      world.alpha.publicClient.readContract({ address: to, abi: belongingsArtifact.abi, functionName: "owner" })
    return { trader, to, owner, offered: { ...offered, route, acceptUndecoded: true, timeout: 1_000 } }
  }

  for (const [what, { data, shows }] of Object.entries(attacks)) {
    it(`refuses ${what}, and signs nothing`, async () => {
      const { trader, to, owner, offered } = await attacked(data)
      for (const allowedTargets of [undefined, [], [world.router]]) {
        const error = await failure(executeRoute({ ...offered, allowedTargets }))
        expect(error.code).to.equal("ROUTE_REFUSED")
        expect(error.facts).to.include({ reason: "TARGET_NOT_ALLOWED", offered: to })
        expect(error.next).to.contain("allowedTargets")
      }
      expect(await trader.transactions()).to.equal(0)
      expect(await owner()).to.equal(trader.address)
    })

    it(`refuses ${what} by its simulation where the contract is in a list`, async () => {
      const { trader, to, owner, offered } = await attacked(data)
      const error = await failure(executeRoute({ ...offered, allowedTargets: [to] }))
      expect(error.facts["reason"]).to.equal(shows)
      expect(await trader.transactions()).to.equal(0)
      expect(await owner()).to.equal(trader.address)
    })
  }

  it("asks about a contract in no list, with its code size, and goes on only after a yes", async () => {
    const trader = await world.trader("local")
    const offered = { ...(await trader.offered(usdcToEth)), allowedTargets: [thief] }
    const asked: TargetQuestion[] = []
    for (const answer of [false, "yes" as unknown as boolean]) {
      const confirmTarget = (question: TargetQuestion): Promise<boolean> => {
        asked.push(question)
        return Promise.resolve(answer)
      }
      const refused = await failure(executeRoute({ ...offered, confirmTarget }))
      expect(refused.facts["reason"]).to.equal("TARGET_NOT_ALLOWED")
    }
    const code = await world.alpha.publicClient.getCode({ address: world.router })
    const question = { kind: "target", address: world.router, chainId: 41001, isListed: false }
    expect(asked[0]).to.deep.equal({ ...question, codeSize: (code!.length - 2) / 2 })
    expect(await trader.transactions()).to.equal(0)
    const done = await executeRoute({ ...offered, confirmTarget: () => Promise.resolve(true) })
    expect(done.route.status).to.equal("COMPLETED")
  })

  it("asks again about a contract when it resumes: what was confirmed before is no consent", async () => {
    const trader = await world.trader("local")
    const offered = { ...(await trader.offered(usdcToEth)), allowedTargets: [] }
    const confirmTarget = (): Promise<boolean> => Promise.resolve(true)
    const stopped = await rejection(executeRoute({ ...offered, confirmTarget, onStep: crashAt("SIGNED") }))
    expect(stopped).to.be.instanceOf(Crash)
    const refused = await failure(executeRoute(offered))
    expect(refused.facts).to.include({ reason: "TARGET_NOT_ALLOWED", offered: world.router })
    expect(await trader.swaps()).to.equal(0)
    expect((await executeRoute({ ...offered, confirmTarget })).route.status).to.equal("COMPLETED")
  })

  it("does not send what is signed once its contract is taken out of the list", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))).to.be.instanceOf(Crash)
    const error = await failure(executeRoute({ ...offered, allowedTargets: [] }))
    expect(error.facts).to.include({ reason: "TARGET_NOT_ALLOWED", offered: world.router })
    expect(await trader.swaps()).to.equal(0)
    expect((await executeRoute(offered)).route.status).to.equal("COMPLETED")
  })

  it("asks about nothing that is never right: a token of the swap, or an address without code", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const accepting = {
      acceptUndecoded: true,
      confirmTarget: (): Promise<boolean> => Promise.reject(new Error("it asked")),
    }
    const token = { ...sending(offered.route, { to: world.tokenOf("usdc") }), approval: null }
    const nobody = { ...sending(offered.route, { to: thief }), approval: null }
    for (const [route, reason] of [
      [token, "TARGET_NOT_ALLOWED"],
      [nobody, "NO_CONTRACT"],
    ] as const) {
      expect((await failure(executeRoute({ ...offered, ...accepting, route }))).facts["reason"]).to.equal(reason)
    }
  })
})
