import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { createPublicClient, type Hex, http } from "viem"

import { explainTransaction, type ExplainTransactionParameters } from "#src/gateway/index.js"
import { systemClock } from "#src/primitives/clock.js"
import { plannedAppArtifact } from "#test/fixtures/artifacts/PlannedApp.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, nodeError, type Question } from "#test/fixtures/nodes/fakeNode.js"
import {
  createExplainedGateway,
  type ExplainedApp,
  type ExplainedGateway,
  maxFees,
} from "#test/fixtures/worlds/gateway/explainedGateway.js"
import { planned } from "#test/fixtures/worlds/gateway/plans.js"
import { readableGateway } from "#test/fixtures/worlds/gateway/readableGateway.js"

describe("explainTransaction", function () {
  let world: ExplainedGateway
  let app: ExplainedApp
  let where: Omit<ExplainTransactionParameters, "id">
  let hash: Hex
  before(async () => {
    world = await createExplainedGateway()
    app = await world.deploy(plannedAppArtifact, [maxFees])
    await world.completed(await app.call("deployContracts", [world.alpha.slug]))
    where = readableGateway(world.devnet)
    hash = await app.call("run", [[planned.write(world.alpha.slug, 1n), planned.read(world.alpha.slug)]])
    await world.completed(hash)
  })
  after(() => world[Symbol.asyncDispose]())

  /** The gateway chain through a door that counts, or that refuses a method. */
  function gatewayBehind(answer: (question: Question) => unknown) {
    const { gateway } = where
    return { ...gateway, client: fakeNode(answer, { behind: gateway.client }).client }
  }

  it("reads everything without the API, except what a read returned", async () => {
    const { verdict, says, items, events } = await explainTransaction({ ...where, api: undefined, id: hash })
    expect({ verdict, says }).to.deep.equal({ verdict: "delivered", says: "All 2 parts are done." })
    expect(items.map(({ says }) => says)).to.deep.equal([
      "WRITE on alpha: callback has run.",
      "READ on alpha: callback has run.",
    ])
    const titles = events.map(({ title }) => title)
    expect(titles).to.include.members([
      "Transaction mined",
      "Request 2 submitted",
      "Executed",
      "Resolved",
      "Request 2 settled",
    ])
    expect(events.find(({ title }) => title === "Executed")).to.include({ place: "alpha" })
  })

  it("believes the API where the watcher contract is another one than the devnet's", async () => {
    const { feesManager } = where.gateway
    // A contract that logs nothing of this and answers no view of a watcher.
    const gateway = { ...where.gateway, watcher: feesManager }
    const ofTx = await explainTransaction({ ...where, gateway, id: hash })
    expect(ofTx.verdict).to.equal("delivered")
    expect(ofTx.items.map(({ status }) => status)).to.deep.equal(["PROMISE_RESOLVED", "PROMISE_RESOLVED"])
    expect(ofTx.causes).to.deep.equal([])
    const ofPayload = await explainTransaction({ ...where, gateway, id: ofTx.items[0]!.id as Hex })
    expect(ofPayload).to.deep.include({ verdict: "delivered", says: "WRITE on alpha: callback has run." })
    expect(ofPayload.items).to.have.length(1)
  })

  it("takes an id in capitals", async () => {
    const id: Hex = `0x${hash.slice(2).toUpperCase()}`
    expect((await explainTransaction({ ...where, id })).verdict).to.equal("delivered")
  })

  it("finds the same without the search of all blocks that public nodes refuse", async () => {
    const gateway = gatewayBehind(({ method, params: [filter] }) => {
      if (method === "eth_getLogs" && (filter as { fromBlock?: string }).fromBlock === "0x0")
        throw new Error("too long")
    })
    const { verdict, items } = await explainTransaction({ ...where, gateway, id: hash })
    expect(verdict).to.equal("delivered")
    expect(items).to.have.length(2)
  })

  it("chain-not-read: cannot tell while the chain of a payload that is due hangs, lies, or is not known", async () => {
    const { relay } = world.devnet
    relay.pause()
    const id = await app.call("run", [[planned.write(world.alpha.slug, 2n)]])
    const explain = (over: Partial<ExplainTransactionParameters>) =>
      explainTransaction({ ...where, api: undefined, ...over, id })
    let status: string | undefined
    for (let steps = 0; steps < 10 && status !== "FINALIZED"; steps += 1) {
      await relay.step()
      status = (await explain({})).items[0]?.status
    }
    expect(status).to.equal("FINALIZED")
    expect((await explain({})).verdict).to.equal("waiting")

    const never = () => new Promise<never>(() => undefined)
    const waits: number[] = []
    const clock = {
      now: () => systemClock.now(),
      sleep: (ms: number, signal?: AbortSignal) => {
        waits.push(ms)
        return systemClock.sleep(ms / 20, signal)
      },
    }
    for (const [answer, why] of [
      [never, /alpha could not be read: .*did not answer eth_\w+ within 8 s\.$/],
      [() => Promise.resolve("nonsense"), /alpha could not be read: .*does not have the form of one\.$/],
      [undefined, /chain \d+ could not be read: no node that answers is known for it\.$/],
    ] as const) {
      const client = answer && fakeNode(answer).client
      const chainOf: ExplainTransactionParameters["chainOf"] = async (slug) => {
        const chain = await where.chainOf(slug)
        return client && chain && { ...chain, client }
      }
      const { verdict, says, causes } = await explain({ chainOf, clock })
      expect({ verdict, says }).to.deep.equal({ verdict: "unknown", says: causes[0]?.says })
      expect(causes.map(({ name }) => name)).to.deep.equal(["chain-not-read"])
      expect(causes[0]!.says).to.match(why)
      expect(causes[0]!.mend?.command).to.equal("npx hardhat plugs doctor")
    }
    expect(Math.max(...waits)).to.equal(8_000)
    relay.resume()
    await world.completed(id)
  })

  it("scheduler-late: says that a devnet is paused only where the node says so", async () => {
    const { relay } = world.devnet
    relay.pause()
    const id = await app.call("run", [[planned.schedule(60n)]])
    await world.pass(60)
    await world.pass(600)
    const gateway = gatewayBehind(({ method }) => {
      if (method === "devnet_relay") throw nodeError("Method not found", -32_601)
    })
    const mendOf = async (over: Partial<ExplainTransactionParameters>) =>
      (await explainTransaction({ ...where, ...over, id })).causes.map(({ name, mend }) => ({ name, ...mend }))
    const { name } = gateway
    expect(await mendOf({ gateway })).to.deep.equal([
      { name: "scheduler-late", who: `the watcher of ${name} runs it`, command: null, by: "others" },
    ])
    const { rpcUrl } = world.devnet.gateway.chain
    const [paused] = await mendOf({ gateway: { ...gateway, client: createPublicClient({ transport: http(rpcUrl) }) } })
    expect(paused?.who).to.equal("the devnet is paused, also its stage accept: let it go on")
    relay.resume()
    await world.completed(id)
  })

  it("ends with an error when the gateway chain's node hangs, and asks nothing more when the time is over", async () => {
    let asked = 0
    const { client } = fakeNode(() => {
      asked += 1
      return new Promise<never>(() => undefined)
    })
    const clock = { now: () => 0, sleep: () => Promise.resolve() }
    const hung = { ...where.gateway, client }
    const error = await failure(explainTransaction({ ...where, gateway: hung, id: hash, clock }))
    expect(error).to.include({ code: "NODE_FAILED" })
    expect(asked).to.be.within(1, 40)

    const late = { now: () => (asked += 1), sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal) }
    asked = 0
    const { causes } = await explainTransaction({ ...where, api: undefined, id: hash, clock: late, timeout: 12 })
    const cause = causes.find(({ about }) => about === null)
    expect(cause).to.include({ name: "chain-not-read", certainty: "possible" })
    expect(cause!.says).to.contain("were over before everything was read")
  })

  it("makes no more than 40 requests to nodes", async () => {
    let requests = 0
    const gateway = gatewayBehind(() => {
      requests += 1
    })
    await explainTransaction({ ...where, gateway, id: hash })
    expect(requests).to.be.lessThanOrEqual(40)
  })

  it("throws what is wrong with the id, and what the gateway chain's node answers", async () => {
    expect(await failure(explainTransaction({ ...where, id: "0x12" }))).to.include({ code: "INVALID_INPUT" })
    const gateway = gatewayBehind(() => {
      throw new Error("the node is away")
    })
    expect(await failure(explainTransaction({ ...where, gateway, id: hash }))).to.include({ code: "NODE_FAILED" })
  })
})
