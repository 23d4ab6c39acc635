import { expect } from "chai"
import { after, afterEach, before, it } from "mocha"
import { type Address, encodeFunctionData, type Hex, keccak256, parseEther, toHex } from "viem"

import { feesManagerArtifact } from "#src/devnet/artifacts/gateway.js"
import { paidCounterAppArtifact } from "#test/fixtures/artifacts/PaidCounterApp.js"
import { plannedAppArtifact } from "#test/fixtures/artifacts/PlannedApp.js"
import { triggeredAppGatewayArtifact } from "#test/fixtures/artifacts/TriggeredAppGateway.js"
import { triggerPlugArtifact } from "#test/fixtures/artifacts/TriggerPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { callOnGateway } from "#test/fixtures/worlds/gateway/callOnGateway.js"
import {
  createExplainedGateway,
  type ExplainedApp,
  type ExplainedGateway,
  maxFees,
} from "#test/fixtures/worlds/gateway/explainedGateway.js"
import { planned } from "#test/fixtures/worlds/gateway/plans.js"

/** What stops a request as a whole: who pays, the transaction itself, and who cancels. */
deepDescribe("atlas of the gateway: requests and who pays", function () {
  let world: ExplainedGateway
  let app: ExplainedApp
  let owner: Address
  before(async () => {
    world = await createExplainedGateway()
    owner = world.devnet.gateway.chain.accounts[0]!
    app = await world.deploy(plannedAppArtifact, [maxFees])
    await world.completed(await app.call("deployContracts", [world.alpha.slug]))
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world[Symbol.asyncDispose]())

  const write = () => [planned.write(world.alpha.slug, 1n)]
  const delivered = (id: string) =>
    eventually(async () => {
      const explained = await world.explain(id)
      return explained.document.verdict === "delivered" && explained
    })

  it("credits-missing: a transaction reverted, and the command deposits what is missing", async () => {
    const poor = await world.deploy(plannedAppArtifact, [maxFees], parseEther("0.03"))
    const hash = await poor.call("deployContracts", [world.alpha.slug])
    const explained = await world.explain(hash)
    const cause = expectCause(explained, "credits-missing")
    expect(explained.document.verdict).to.equal("failed")
    expect(cause.says).to.contain("0.1 credits").and.to.contain("0.07 credits are missing")
    expect(cause.mend).to.deep.equal({
      who: "deposit them; then send it again",
      command: `npx hardhat gateway topup ${poor.address} --amount 0.07`,
    })
    const { code, stderr } = await world.runPrinted(cause.mend!.command!, { answer: () => "y" })
    expect(code, stderr).to.equal(0)
    const again = expectCause(await world.explain(hash), "credits-missing")
    expect(again.says).to.contain("has enough now").and.to.contain("0.1 credits")
    await world.completed(await poor.call("deployContracts", [world.alpha.slug]))
  })

  it("credits-missing: a trigger that its app gateway cannot pay for goes on after the command", async () => {
    const triggered = await world.deploy(triggeredAppGatewayArtifact, [owner, maxFees], maxFees)
    await world.completed(await triggered.call("deployContracts", [world.alpha.slug]))
    const id = await triggered.read("reporting")
    const plug = (await triggered.read("getOnChainAddress", [id, world.alpha.slug])) as Address
    const left = await eventually(async () => (await world.credits(triggered.address)) || false)
    await world.transfer(triggered.address, left)

    const data = encodeFunctionData({ abi: triggerPlugArtifact.abi, functionName: "report", args: [7n] })
    world.devnet.relay.pause("trigger")
    const hash = await world.alpha.walletClient.sendTransaction({ to: plug, data })
    await world.alpha.publicClient.waitForTransactionReceipt({ hash })
    const cause = expectCause(await world.explain(hash), "credits-missing")
    expect(cause.says).to.contain("0.00005 credits")
    const { code, stderr } = await world.runPrinted(cause.mend!.command!, { answer: () => "y" })
    expect(code, stderr).to.equal(0)
    world.devnet.relay.resume()
    await delivered(hash)
    expect(await triggered.read("totals", [world.alpha.slug])).to.equal(7n)
  })

  it("credits-missing: a callback cannot open its request, and goes on after the command and a retry", async () => {
    const poor = await world.deploy(plannedAppArtifact, [maxFees], parseEther("0.15"))
    await world.completed(await poor.call("deployContracts", [world.alpha.slug]))
    // Its callback reserves as much as the request that runs: both together are more than there is.
    await poor.call("setMaxFees", [parseEther("0.08")])
    const hash = await poor.call("run", [[planned.write(world.alpha.slug, 1n, write())]])
    const isGivenUp = (): boolean => world.devnet.gateway.requestsFromTx(hash)[0]?.payloads[0]?.isGivenUp === true
    await eventually(() => Promise.resolve(isGivenUp()))
    const explained = await world.explain(hash)
    expect(explained.document.verdict).to.equal("stuck")
    const { mend, about } = expectCause(explained, "credits-missing")
    const { code, stderr } = await world.runPrinted(mend!.command!, { answer: () => "y" })
    expect(code, stderr).to.equal(0)
    const next = expectCause(await world.explain(hash), "given-up")
    expect(next.about).to.equal(about)
    expect((await world.runPrinted(next.mend!.command!)).code).to.equal(0)
    const { document } = await delivered(hash)
    expect(document.items).to.have.length(2)
  })

  it("not-approved: fees are to come from an account that has not approved the app gateway", async () => {
    const payer = world.devnet.gateway.chain.accounts[5]!
    const paid = await world.deploy(paidCounterAppArtifact, [maxFees])
    await world.completed(await paid.call("deployContracts", [world.alpha.slug]))
    await world.wrap(payer, parseEther("1"))
    const hash = await paid.call("increment", [world.alpha.slug], payer)
    const explained = await world.explain(hash)
    const { mend } = expectCause(explained, "not-approved")
    expect(explained.document.verdict).to.equal("failed")
    expect(mend!.command).to.equal(null)
    expect(mend!.who).to.contain(payer).and.to.contain(`approveAppGateway(${paid.address}, true)`)

    const { abi } = feesManagerArtifact
    const { chain } = world.devnet.gateway
    const approval = { address: chain.contracts.feesManager, abi, functionName: "approveAppGateway" }
    await callOnGateway(chain, { ...approval, args: [paid.address, true], account: payer })
    await world.completed(await paid.call("increment", [world.alpha.slug], payer))
  })

  it("fees-too-low: the payload may cost more than the request, and what it says is enough is enough", async () => {
    await app.call("setMaxFees", [parseEther("0.0001")])
    const hash = await app.call("run", [write()])
    await app.call("setMaxFees", [maxFees])
    const explained = await world.explain(hash)
    const cause = expectCause(explained, "fees-too-low")
    expect(explained.document.verdict).to.equal("stuck")
    // 500,000 gas at 200,000,000 credits each, and 0.00005 credits for the payload.
    expect(cause.says).to.contain("0.0001 credits at most").and.to.contain("0.00015 credits are enough")
    expect(cause.mend!.who).to.contain(app.address)
    const [, count, fees] = /_increaseFees\((\d+), (\d+)\)/.exec(cause.mend!.who)!
    const raised = await app.call("raiseFees", [Number(count), BigInt(fees!)])
    await expectChange(raised, `raised the most that request ${count} may cost to 0.00015 credits`)
    await world.completed(hash)
    await delivered(hash)
  })

  /** A transaction that changes a request is done, and nothing is wrong with it. */
  const expectChange = async (hash: Hex, says: string): Promise<void> => {
    const { document, code } = await world.explain(hash)
    expect([document.verdict, document.causes, code]).to.deep.equal(["delivered", [], 0])
    expect(document.says).to.equal(`The transaction ${says}.`)
  }

  it("request-cancelled: the app gateway took its request back before it was finalized", async () => {
    world.devnet.relay.pause()
    const hash = await app.call("run", [write()])
    const [request] = await world.until(hash, () => true)
    const cancelled = await app.call("cancel", [request!.requestCount])
    await expectChange(cancelled, `cancelled request ${request!.requestCount}`)
    const explained = await world.explain(hash)
    const { mend } = expectCause(explained, "request-cancelled")
    expect(explained.document.verdict).to.equal("failed")
    expect(mend).to.deep.equal({ who: "call the app gateway again", command: null })
    world.devnet.relay.resume()
    await world.completed(await app.call("run", [write()]))
  })

  it("opened-request-running: the request is complete, and one that its callback made is not", async () => {
    const hash = await app.call("run", [[planned.write(world.alpha.slug, 1n, write())]])
    world.devnet.relay.pause()
    await eventually(async () => {
      const { document } = await world.explain(hash)
      if (document.items.length === 2) return document.items.some(({ status }) => status !== "PROMISE_RESOLVED")
      await world.devnet.relay.step()
      return false
    })
    const explained = await world.explain(hash)
    expect(explained.document.causes.map(({ name }) => name)).to.deep.equal(["actors-paused", "opened-request-running"])
    world.devnet.relay.resume()
    const { document } = await delivered(hash)
    expect(document.items).to.have.length(2)
  })

  it("transaction-reverted: for a reason of its own, which is decoded", async () => {
    const hash = await app.call("cancel", [99_999])
    const explained = await world.explain(hash)
    expect(explained.document.verdict).to.equal("failed")
    expect(expectCause(explained, "transaction-reverted").says).to.contain("RequestNotSubmitted(requestCount: 99999)")
  })

  it("no-request: the transaction is mined and asked for nothing", async () => {
    const hash = await app.call("setMaxFees", [maxFees])
    const explained = await world.explain(hash)
    expect(explained.document.verdict).to.equal("unknown")
    expect(expectCause(explained, "no-request").certainty).to.equal("likely")
    const elsewhere = await world.alpha.walletClient.sendTransaction({ to: owner, value: 1n })
    await world.alpha.publicClient.waitForTransactionReceipt({ hash: elsewhere })
    expect(expectCause(await world.explain(elsewhere), "no-request").says).to.contain("alpha")
  })

  it("transaction-unknown: nobody knows the id", async () => {
    const explained = await world.explain(keccak256(toHex("nothing")))
    expect(explained.document.verdict).to.equal("unknown")
    expectCause(explained, "transaction-unknown")
  })

  it("transaction-pending: the transaction waits to be mined", async () => {
    const { testClient, walletClient } = world.devnet.gateway.chain
    await testClient.setAutomine(false)
    const data = encodeFunctionData({ abi: plannedAppArtifact.abi, functionName: "setMaxFees", args: [maxFees] })
    const hash = await walletClient.sendTransaction({ to: app.address, data, gas: 1_000_000n })
    const explained = await world.explain(hash).finally(() => testClient.setAutomine(true))
    await testClient.mine({ blocks: 1 })
    expect(explained.document.verdict).to.equal("waiting")
    expectCause(explained, "transaction-pending")
  })
})
