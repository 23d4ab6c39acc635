import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Abi, Address, Hex } from "viem"

import { faultyAppGatewayArtifact } from "#examples/demos/artifacts/FaultyAppGateway.js"
import { faultyTargetArtifact } from "#examples/demos/artifacts/FaultyTarget.js"
import type { PayloadRecord } from "#src/devnet/index.js"
import { troubledAppArtifact } from "#test/fixtures/artifacts/TroubledApp.js"
import { troubledTargetArtifact } from "#test/fixtures/artifacts/TroubledTarget.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { failure } from "#test/fixtures/failure.js"
import { type AppGatewayWorld, createAppGatewayWorld } from "#test/fixtures/worlds/gateway/appGatewayWorld.js"
import type { AppGateway } from "#test/fixtures/worlds/gateway/gatewayWorld.js"

describe("trying again what the devnet has given up", () => {
  let world: AppGatewayWorld
  let app: AppGateway
  let target: Address
  before(async () => {
    world = await createAppGatewayWorld()
    app = await world.open(faultyAppGatewayArtifact)
    await world.completed(await app.call("deployContracts", [world.alpha.slug]))
    target = (await app.read("getOnChainAddress", [await app.read("faulty"), world.alpha.slug])) as Address
  })
  after(() => world.devnet.stop())

  const payloadOf = (txHash: Hex): PayloadRecord | undefined =>
    world.devnet.gateway.requestsFromTx(txHash)[0]?.payloads[0]
  /** Waits until the watcher contract knows, too. */
  const givenUp = (txHash: Hex): Promise<Hex> =>
    eventually(async () => {
      const payload = payloadOf(txHash)
      return payload?.isGivenUp === true && (await app.read("isGivenUp", [payload.payloadId])) === true
        ? payload.payloadId
        : undefined
    })
  const givenUpAgain = (txHash: Hex): Promise<boolean> =>
    eventually(() => Promise.resolve(payloadOf(txHash)?.isGivenUp === true))
  const call = async (address: Address, abi: Abi, functionName: string, args: readonly unknown[]): Promise<Hex> => {
    const { walletClient, publicClient } = world.alpha
    const hash = await walletClient.writeContract({ address, abi, functionName, args })
    await publicClient.waitForTransactionReceipt({ hash })
    return hash
  }
  const setBroken = (broken: boolean) => call(target, faultyTargetArtifact.abi, "setBroken", [broken])

  it("executes a payload and runs its callback once what reverted is mended, and gives up again before", async () => {
    const { devnet, completed } = world
    const txHash = await app.call("work", [world.alpha.slug, 4n])
    const payloadId = await givenUp(txHash)
    expect(await devnet.retry(payloadId)).to.equal("retried")
    await givenUpAgain(txHash)

    await setBroken(false)
    expect(await devnet.retry(payloadId.toUpperCase().replace("0X", "0x"))).to.equal("retried")
    await eventually(() => Promise.resolve(payloadOf(txHash)?.status === "EXECUTED" && payloadOf(txHash)?.isGivenUp))

    await app.call("setCallbackBroken", [false])
    const { provider } = devnet.chains.beta
    expect(await provider.request({ method: "devnet_retry", params: [payloadId] })).to.equal("retried")
    await completed(txHash)
    expect(await app.read("workSeen")).to.equal(4n)
    expect(await devnet.retry(payloadId)).to.equal("done")
    await app.call("setCallbackBroken", [true])
    await setBroken(true)
  })

  it("leaves alone what goes on by itself or was cancelled, and refuses an id that nothing has", async () => {
    const { devnet } = world
    devnet.relay.pause("simulatePayload")
    const waiting = await app.call("work", [world.alpha.slug, 1n])
    const { payloadId } = await eventually(() => Promise.resolve(payloadOf(waiting)))
    expect(await devnet.retry(payloadId)).to.equal("not given up")
    devnet.relay.resume()
    await givenUp(waiting)

    // Fees below what the payload may cost: the watcher refuses it.
    await app.call("setMaxFees", [1n])
    const refused = await app.call("work", [world.alpha.slug, 1n])
    await givenUpAgain(refused)
    await app.call("cancel", [devnet.gateway.requestsFromTx(refused)[0]!.requestCount])
    expect(await devnet.retry(payloadOf(refused)!.payloadId)).to.equal("cancelled")

    for (const id of [`0x${"1".repeat(64)}`, "\u001b[2J", 5]) {
      const { code, message } = await failure(devnet.retry(id as string))
      expect(code).to.equal("INVALID_INPUT")
      expect(message).to.not.contain("\u001b")
    }
  })

  it("brings a trigger to its app gateway once that accepts it", async () => {
    const { alpha, client, deploy, devnet } = world
    const triggered = await deploy(troubledAppArtifact)
    await triggered.deployTo(alpha)
    const plug = (await triggered.read("getOnChainAddress", [await triggered.read("target"), alpha.slug])) as Address
    const txHash = await call(plug, troubledTargetArtifact.abi, "report", [7n])
    const { callId } = await eventually(async () =>
      (await client.getTriggers({ txHash })).find(({ isGivenUp }) => isGivenUp === true),
    )
    await triggered.call("setValid", [true, alpha.slug])
    expect(await devnet.retry(callId)).to.equal("retried")
    await eventually(async () => (await triggered.read("reported")) === 7n)
    expect(await devnet.retry(callId)).to.equal("done")
  })
})
