import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { decodeErrorResult, type Hex } from "viem"

import { faultyAppGatewayArtifact } from "#examples/demos/artifacts/FaultyAppGateway.js"
import { faultyTargetArtifact } from "#examples/demos/artifacts/FaultyTarget.js"
import { watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import { type AppGateway, maxFees as fees } from "#test/fixtures/worlds/gateway/gatewayWorld.js"
import { watchPayloads, wholeWay } from "#test/fixtures/worlds/gateway/watchPayloads.js"
import { type ActorsWorld, createActorsWorld } from "#test/fixtures/worlds/messaging/actorsWorld.js"

describe("the gateway's actors, when a payload is refused or reverts", () => {
  let world: ActorsWorld
  let faulty: AppGateway
  let watch: ReturnType<typeof watchPayloads>
  let target: Hex
  const errors: unknown[] = []

  before(async () => {
    world = await createActorsWorld({ executionRetries: { attempts: 3, delay: 10 } })
    world.devnet.onError((error) => errors.push(error))
    faulty = await world.open(faultyAppGatewayArtifact)
    await world.completed(await faulty.call("deployContracts", [world.alpha.slug]))
    target = (await faulty.read("getOnChainAddress", [await faulty.read("faulty"), world.alpha.slug])) as Hex
  })
  after(() => world.devnet.stop())
  beforeEach(() => {
    watch = watchPayloads(world.devnet.gateway)
  })
  afterEach(() => {
    watch.stop()
    world.devnet.relay.start()
    world.devnet.relay.resume()
    expect(errors.splice(0), "nothing went wrong in the background").to.deep.equal([])
  })

  const setBroken = async (isBroken: boolean) => {
    const hash = await world.alpha.walletClient.writeContract({
      address: target,
      abi: faultyTargetArtifact.abi,
      functionName: "setBroken",
      args: [isBroken],
    })
    await world.alpha.publicClient.waitForTransactionReceipt({ hash })
  }

  it("keep why a target reverts, and go on when it works again", async () => {
    await setBroken(true)
    await faulty.call("setCallbackBroken", [false])
    world.devnet.relay.pause("simulatePayload")
    const hash = await faulty.call("work", [world.alpha.slug, 7n])
    await watch.reached("FINALIZED")
    await world.devnet.relay.step()
    const [reverting] = world.devnet.gateway.requestsFromTx(hash)
    expect(reverting!.status).to.equal("REVERTING")
    const { status, executionAttempt } = reverting!.payloads[0]!
    expect(status).to.equal("FINALIZED")
    expect(decodeErrorResult({ abi: faultyTargetArtifact.abi, data: executionAttempt.revertData! })).to.deep.include({
      errorName: "OutOfOrder",
      args: [7n],
    })

    await setBroken(false)
    world.devnet.relay.resume()
    const done = await watch.completed(hash)
    expect(watch.statusesOf(done.payloads[0]!.payloadId)).to.deep.equal(wholeWay)
    expect(done.payloads[0]!.executionAttempt).to.deep.include({ outcome: "SIMULATION_SUCCESS", attempts: 1 })
  })

  it("keep why a callback reverts, with what was executed, and go on when it works again", async () => {
    await setBroken(false)
    await faulty.call("setCallbackBroken", [true])
    world.devnet.relay.pause("simulateCallback")
    const hash = await faulty.call("work", [world.alpha.slug, 7n])
    await watch.reached("EXECUTED")
    await world.devnet.relay.step()
    const [reverting] = world.devnet.gateway.requestsFromTx(hash)
    expect(reverting!.status).to.equal("REVERTING")
    const [payload] = reverting!.payloads
    expect(payload!.status).to.equal("EXECUTED")
    expect(payload!.executionAttempt.outcome).to.equal("SIMULATION_SUCCESS")
    expect(
      decodeErrorResult({ abi: faultyAppGatewayArtifact.abi, data: payload!.callbackAttempt.revertData! }),
    ).to.deep.include({ errorName: "NotReadyForResult", args: [7n] })

    await faulty.call("setCallbackBroken", [false])
    world.devnet.relay.resume()
    const done = await watch.completed(hash)
    expect(await faulty.read("workSeen")).to.equal(BigInt(done.payloads[0]!.executed!.returnData))
  })

  for (const [what, isTargetBroken] of [
    ["target", true],
    ["callback", false],
  ] as const) {
    it(`give up a ${what} that keeps reverting, return the credits and call its app gateway's handler`, async () => {
      await setBroken(isTargetBroken)
      await faulty.call("setCallbackBroken", [true])
      const credits = await world.credits(faulty.address)
      const hash = await faulty.call("work", [world.alpha.slug, 1n])
      const { payloadId } = (await watch.requested(hash)).payloads[0]!
      await world.until(async () => (await faulty.read("isGivenUp", [payloadId])) === true)
      const [request] = world.devnet.gateway.requestsFromTx(hash)
      expect(request!.status).to.equal("REVERTING")
      const { executionAttempt, callbackAttempt } = request!.payloads[0]!
      expect(isTargetBroken ? executionAttempt : callbackAttempt).to.deep.include({
        outcome: "SIMULATION_FAILED",
        attempts: 3,
        retryAt: undefined,
      })
      expect(await world.credits(faulty.address), "nothing is held").to.equal(credits)

      await setBroken(false)
      await faulty.call("setCallbackBroken", [false])
      expect(await world.devnet.retry(payloadId)).to.equal("retried")
      const { fee } = await watch.completed(hash)
      expect(await world.credits(faulty.address), "what it used is paid").to.equal(credits - fee)
    })
  }

  it("do not finalize what may cost too much, say so, and go on when more may be spent", async () => {
    await setBroken(false)
    await faulty.call("setCallbackBroken", [false])
    await faulty.call("setMaxFees", [1000n])
    world.devnet.relay.pause("finalize")
    const hash = await faulty.call("work", [world.alpha.slug, 1n])
    await watch.reached("FINALIZING")
    for (let attempts = 0; attempts < 3; attempts += 1) await world.devnet.relay.step()
    const [request] = world.devnet.gateway.requestsFromTx(hash)
    const { status, executionAttempt } = request!.payloads[0]!
    expect([status, request!.status]).to.deep.equal(["FINALIZING", "REVERTING"])
    expect(executionAttempt).to.deep.include({ attempts: 3, retryAt: undefined })
    const { errorName, args } = decodeErrorResult({ abi: watcherArtifact.abi, data: executionAttempt.revertData! })
    expect(errorName).to.equal("MaxFeesTooLow")
    expect(args[1]).to.equal(1000n)

    world.devnet.relay.resume()
    await faulty.call("increaseFees", [request!.requestCount, fees])
    const done = await watch.completed(hash)
    expect(done.maxFees).to.equal(fees)
    await faulty.call("setMaxFees", [fees])
  })
})
