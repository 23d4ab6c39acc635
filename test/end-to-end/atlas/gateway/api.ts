import { expect } from "chai"
import { after, afterEach, before, it } from "mocha"
import { keccak256, toHex } from "viem"

import { plannedAppArtifact } from "#test/fixtures/artifacts/PlannedApp.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createShortPauses } from "#test/fixtures/clocks/shortPauses.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import {
  createExplainedGateway,
  type ExplainedApp,
  type ExplainedGateway,
  maxFees,
} from "#test/fixtures/worlds/gateway/explainedGateway.js"
import { planned } from "#test/fixtures/worlds/gateway/plans.js"

/** What the gateway API says differs from what the chains say, or a chain says nothing. */
deepDescribe("atlas of the gateway: the API, and chains that cannot be read", function () {
  let world: ExplainedGateway
  let app: ExplainedApp
  before(async () => {
    world = await createExplainedGateway()
    app = await world.deploy(plannedAppArtifact, [maxFees])
    await world.completed(await app.call("deployContracts", [world.alpha.slug]))
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world[Symbol.asyncDispose]())

  const withApi = (url: string) => {
    const { addressResolver, asyncDeployer, forwarderBeacon } = world.devnet.gateway.chain.contracts
    const contracts = { addressResolver, asyncDeployer, forwarderBeacon }
    return { env: { PLUGS_TEST_GATEWAY: JSON.stringify({ baseUrl: `${url}/gateway`, contracts }) } }
  }
  const nothing = JSON.stringify({ apiStatus: "SUCCESS", response: [] })
  const knowsNothing = () => createRewritingApi(world.devnet.url, () => nothing)
  const write = () => app.call("run", [[planned.write(world.alpha.slug, 1n)]])
  const delivered = (id: string) =>
    eventually(async () => {
      const explained = await world.explain(id)
      return explained.document.verdict === "delivered" && explained
    })

  it("api-behind: the API does not know yet what the chain has had for a moment", async () => {
    world.devnet.relay.pause()
    const hash = await write()
    await using api = await knowsNothing()
    const explained = await world.explain(hash, withApi(api.url))
    expect(explained.document.causes.map(({ name }) => name)).to.deep.equal(["actors-paused", "api-behind"])
    world.devnet.relay.resume()
    await delivered(hash)
  })

  it("api-unknown: the API does not know what the chain has had for minutes", async () => {
    world.devnet.relay.pause()
    const hash = await write()
    await world.pass(300)
    await using api = await knowsNothing()
    const explained = await world.explain(hash, withApi(api.url))
    expect(explained.document.verdict).to.equal("unknown")
    const { mend } = expectCause(explained, "api-unknown")
    expect(mend!.who).to.contain("plugs.gateway.baseUrl")
    world.devnet.relay.resume()
    // With the right API, and with the wrong one: what is done is done.
    await delivered(hash)
    expect((await world.explain(hash, withApi(api.url))).document.verdict).to.equal("delivered")
  })

  it("api-failed: only the API knows what a read returns, and it does not answer", async () => {
    world.devnet.relay.pause()
    const hash = await app.call("run", [[planned.read(world.alpha.slug)]])
    await using api = await createRewritingApi(world.devnet.url, () => "not JSON")
    const explained = await world.explain(hash, withApi(api.url))
    expect(explained.document.verdict).to.equal("unknown")
    expectCause(explained, "api-failed")
    world.devnet.relay.resume()
    await delivered(hash)
  })

  it("callback-reverts: of a read, which nothing but the API says was made, also where the API does not answer", async () => {
    const nowhere = 4_242
    const hash = await app.call("run", [[planned.read(world.alpha.slug, [planned.read(nowhere)])]])
    await world.until(hash, ([request]) => request?.payloads.at(-1)?.isGivenUp === true)
    await using api = await createRewritingApi(world.devnet.url, () => "not JSON")
    for (const options of [{}, withApi(api.url)]) {
      const explained = await world.explain(hash, options)
      expectCause(explained, "callback-reverts")
      expect(explained.document.verdict).to.equal("stuck")
      expect(JSON.stringify(explained.document)).to.not.contain("would succeed")
    }
  })

  it("chain-behind: the API reports what the node of the gateway chain does not have", async () => {
    const hash = await write()
    await delivered(hash)
    const answer = await (await fetch(`${world.devnet.url}/gateway/getDetailsByTxHash?txHash=${hash}`)).text()
    await using api = await createRewritingApi(world.devnet.url, (path, text) =>
      path.includes("getDetailsByTxHash") ? answer : text,
    )
    const explained = await world.explain(keccak256(toHex("elsewhere")), withApi(api.url))
    expect(explained.document.verdict).to.equal("unknown")
    const { mend } = expectCause(explained, "chain-behind")
    expect(mend!.who).to.contain("its node is not behind")
  })

  it("chain-not-read: the node of the chain where a payload is due does not answer, until it does", async () => {
    const { relay } = world.devnet
    relay.pause()
    const hash = await write()
    const finalized = async () => {
      await relay.step()
      return (await world.explain(hash)).document.items[0]?.status === "FINALIZED"
    }
    await eventually(finalized)
    const networks = { alpha: { type: "http", url: "http://127.0.0.1:1" } }
    const env = { PLUGS_TEST_NETWORKS: JSON.stringify(networks) }
    const unread = await world.explain(hash, { env })
    expect(unread).to.include({ code: 3 })
    const { certainty, says, mend } = expectCause(unread, "chain-not-read")
    expect(certainty).to.equal("certain")
    expect(says).to.contain("no node that answers is known for it")
    // The doctor names what does not answer.
    const doctor = await world.runPrinted(mend!.command!, { env, clock: createShortPauses() })
    expect(doctor.stdout).to.match(/alpha/)
    expectCause(await world.explain(hash), "actors-paused")
    relay.resume()
    await delivered(hash)
  })
})
