import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { createPublicClient, custom, type Hex } from "viem"

import { explainTransaction, type ExplainTransactionParameters } from "../../../src/gateway/index.js"
import { plannedAppArtifact } from "../../fixtures/artifacts/PlannedApp.js"
import { failure } from "../../fixtures/failure.js"
import { planned } from "../../fixtures/plans.js"
import {
  createExplainedGateway,
  type ExplainedApp,
  type ExplainedGateway,
  maxFees,
} from "../../fixtures/worlds/explainedGateway.js"
import { readableGateway } from "../../fixtures/worlds/readableGateway.js"

describe("explainTransaction", function () {
  this.timeout(60_000)
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
  function gatewayBehind(answer: (question: { method: string; params: readonly unknown[] }) => void) {
    const { gateway } = where
    const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      answer({ method, params })
      return await gateway.client.request({ method, params } as never)
    }
    return { ...gateway, client: createPublicClient({ transport: custom({ request }, { retryCount: 0 }) }) }
  }

  it("reads everything without the API, except what a read returned", async () => {
    const { verdict, items, events } = await explainTransaction({ ...where, api: undefined, id: hash })
    expect(verdict).to.equal("delivered")
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
    expect(ofPayload).to.deep.include({ verdict: "delivered" })
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
