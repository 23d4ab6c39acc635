import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"

import { counterAppGatewayArtifact } from "../../../src/devnet/artifacts/CounterAppGateway.js"
import { eventually } from "../../fixtures/eventually.js"
import {
  createExplainedGateway,
  type ExplainedApp,
  type ExplainedGateway,
} from "../../fixtures/worlds/explainedGateway.js"

describe("atlas of the gateway: requests", function () {
  this.timeout(60_000)
  let world: ExplainedGateway
  let counter: ExplainedApp
  before(async () => {
    world = await createExplainedGateway()
    counter = await world.deploy(counterAppGatewayArtifact)
    await world.completed(await counter.call("deployContracts", [[world.alpha.slug, world.beta.slug]]))
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world[Symbol.asyncDispose]())

  it("says that all is well with a request that is complete", async () => {
    const hash = await counter.call("add", [[world.alpha.slug, world.beta.slug], 3n])
    await world.completed(hash)
    const { code, document } = await eventually(async () => {
      const explained = await world.explain(hash)
      return explained.document.verdict === "delivered" && explained
    })
    expect(code).to.equal(0)
    expect(document.causes).to.deep.equal([])
  })
})
