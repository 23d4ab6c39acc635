import { expect } from "chai"
import { describe, it } from "mocha"

import { DeploymentStuckError, getDeployment, waitForDeployment } from "#src/gateway/following/waitForDeployment.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
import { failure } from "#test/fixtures/failure.js"
import { connectionRefused, json, type Reply } from "#test/fixtures/servers/fakeFetch.js"
import { createFakeGateway } from "#test/fixtures/servers/gatewayApi.js"
import { contractId, payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const onChainAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const forwarderAddress = "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9"
const zero = `0x${"0".repeat(40)}`
const awaited = {
  appGatewayAddress: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
  contractId,
  chainSlug: 41001,
} as const

function addresses(
  deployedContract: string,
  forwarder = deployedContract === zero ? zero : forwarderAddress,
): Response {
  return json({ onchain: { chainSlug: 41001, deployedContract }, offchain: { forwarder, contractId } })
}

function forwarder(isDeployed: boolean, address: string = forwarderAddress): Response {
  return json({ chainSlug: 41001, onChainAddress, forwarderAddress: address, isDeployed })
}

/** Creates a gateway API whose two endpoints give these pairs of answers in turn, and then the last pair repeatedly. */
function gatewayOf(...answers: readonly [Response, Response?][]): ReturnType<typeof createFakeGateway> {
  let index = -1
  const reply: Reply = ({ url }) => {
    const isFirst = url.includes("/getAddresses")
    if (isFirst) index = Math.min(index + 1, answers.length - 1)
    return (isFirst ? answers[index]![0] : answers[index]![1]!).clone()
  }
  return createFakeGateway(reply)
}

describe("waitForDeployment", () => {
  it("waits for the contract, then for its forwarder, and returns both", async () => {
    const { client, clock, requests } = gatewayOf(
      [addresses(zero)],
      [addresses(onChainAddress), forwarder(false)],
      [addresses(onChainAddress), forwarder(true)],
    )
    expect(await clock.run(waitForDeployment(client, awaited))).to.deep.equal({
      chainSlug: 41001,
      contractId,
      onChainAddress,
      forwarderAddress,
      isForwarderDeployed: true,
    })
    expect(requests, "no forwarder is requested without a contract").to.have.length(5)
  })

  it("takes the forwarder's address from whichever endpoint has it, and waits if neither does", async () => {
    const { client, clock } = gatewayOf(
      [addresses(onChainAddress, zero), forwarder(true, zero)],
      [addresses(onChainAddress, zero), forwarder(true)],
    )
    expect(await clock.run(waitForDeployment(client, awaited))).to.include({ forwarderAddress })
  })

  it("prefers the forwarder's address that the deployment names", async () => {
    const other = "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707"
    const { client, clock } = gatewayOf([addresses(onChainAddress, other), forwarder(true)])
    expect(await clock.run(waitForDeployment(client, awaited))).to.include({
      forwarderAddress: other,
      isForwarderDeployed: true,
    })
    const untold = gatewayOf([addresses(onChainAddress, zero), forwarder(true, zero)])
    expect(await getDeployment(untold.client, awaited)).to.deep.equal({
      state: "DEPLOYED",
      onChainAddress,
      forwarderAddress: null,
    })
  })

  it("reports a stuck deployment after five minutes, and says what to do", async () => {
    const { client, clock } = gatewayOf([addresses(zero)])
    const started = clock.now()
    const error = await clock.run(failure(waitForDeployment(client, awaited)))
    expect(clock.now() - started).to.equal(300_000)
    expect(error).to.be.instanceOf(DeploymentStuckError)
    expect(error).to.include({ code: "DEPLOYMENT_STUCK", lastState: "IN_PROGRESS", onChainAddress: null })
    expect(error.message).to.contain("5 min")
    expect(error.next).to.contain("getTransaction")
    expect(error.facts).to.include({ "app gateway": awaited.appGatewayAddress, contract: contractId, chain: "41001" })
  })

  describe("where it is known when the deployment was requested", () => {
    const at = Date.UTC(2026, 0, 1) / 1_000
    const requested = (secondsAgo: number): Response =>
      json({
        onchain: { chainSlug: 41001, deployedContract: zero },
        offchain: { forwarder: zero, contractId },
        requestedAt: at - secondsAgo,
      })

    it("counts the five minutes from there, not from the start of the wait", async () => {
      const { client, clock } = gatewayOf([requested(240)])
      const started = clock.now()
      const error = await clock.run(failure(waitForDeployment(client, awaited)))
      expect(error).to.include({ code: "DEPLOYMENT_STUCK" })
      expect(clock.now() - started).to.be.within(60_000, 75_000)
      expect(error.facts["requested at"]).to.equal("2025-12-31T23:56:00.000Z")
    })

    it("says at once that it is stuck, and the same whenever it is asked again, with or without a wait", async () => {
      const { client, clock } = gatewayOf([requested(301)])
      const started = clock.now()
      for (const timeout of [undefined, 1_000]) {
        const error = await clock.run(failure(waitForDeployment(client, { ...awaited, timeout })))
        expect(error).to.include({ code: "DEPLOYMENT_STUCK" })
        expect(error.message).to.contain("5 min 01 s")
      }
      expect(clock.now()).to.equal(started)
      expect(await getDeployment(client, awaited)).to.include({ state: "IN_PROGRESS", isStuck: true })
      for (const [secondsAgo, isStuck] of [
        [299, false],
        [300, true],
      ] as const) {
        const { client: asked } = gatewayOf([requested(secondsAgo)])
        expect(await getDeployment(asked, awaited)).to.include({ isStuck, requestedAt: at - secondsAgo })
      }
    })

    it("asks the payload of the deployment's transaction where the API does not say", async () => {
      const payloadId = bytes32(3)
      const { client, clock } = createFakeGateway(({ url }) => {
        if (url.includes("/getAddresses")) return addresses(zero)
        if (!url.includes("/payload"))
          return json({ response: [requestAt("IN_PROGRESS", [payloadAt("NO", { payloadId })])] })
        const createdAt = new Date((at - 301) * 1_000).toISOString()
        return json({ response: { payloadId, chainSlug: 41001, createdAt } })
      })
      const error = await clock.run(failure(waitForDeployment(client, { ...awaited, txHash })))
      expect(error).to.include({ code: "DEPLOYMENT_STUCK" })
      expect(await getDeployment(client, { ...awaited, txHash })).to.include({ isStuck: true, requestedAt: at - 301 })
    })

    it("knows no time where the transaction has no payload yet, or the API has none of it", async () => {
      const answers: readonly (readonly [payloads: unknown[], createdAt: string | null])[] = [
        [[], null],
        [[payloadAt("NO", { payloadId: bytes32(3) })], null],
        [[payloadAt("NO", { payloadId: bytes32(3) })], "some day"],
      ]
      for (const [payloads, createdAt] of answers) {
        const { client } = createFakeGateway(({ url }) => {
          if (url.includes("/getAddresses")) return addresses(zero)
          if (!url.includes("/payload")) return json({ response: [requestAt("IN_PROGRESS", payloads)] })
          return json({ response: { payloadId: bytes32(3), chainSlug: 41001, createdAt } })
        })
        expect(await getDeployment(client, { ...awaited, txHash })).to.deep.equal({
          ...{ state: "IN_PROGRESS", onChainAddress: null, forwarderAddress: null },
        })
      }
    })

    it("calls no deployment stuck that the gateway chain's time has younger than five minutes", async () => {
      const { client, clock } = gatewayOf([requested(-3_600)])
      const error = await clock.run(failure(waitForDeployment(client, awaited)))
      expect(error).to.be.instanceOf(DeadlinePassedError)
    })
  })

  it("says if the contract is deployed and only its forwarder is missing", async () => {
    const { client, clock } = gatewayOf([addresses(onChainAddress), forwarder(false)])
    const error = await clock.run(failure(waitForDeployment(client, { ...awaited, timeout: 600_000 })))
    expect(error).to.include({ code: "DEPLOYMENT_STUCK", lastState: "DEPLOYED", onChainAddress })
    expect(error.facts["deployed at"]).to.equal(onChainAddress)
    expect(error.next).to.contain("forwarder")
  })

  it("says where the contract is, if it is there, also before it counts as stuck", async () => {
    for (const [contract, isThere] of [
      [onChainAddress, true],
      [zero, false],
    ] as const) {
      const { client, clock } = gatewayOf([addresses(contract), forwarder(false)])
      const { code, facts } = await clock.run(failure(waitForDeployment(client, { ...awaited, timeout: 60_000 })))
      expect([code, facts["deployed at"]]).to.deep.equal(["DEADLINE_PASSED", isThere ? onChainAddress : undefined])
    }
  })

  it("does not report a deployment as stuck before five minutes, or if its state is unknown", async () => {
    const short = gatewayOf([addresses(zero)])
    const early = await short.clock.run(failure(waitForDeployment(short.client, { ...awaited, timeout: 60_000 })))
    expect(early).to.be.instanceOf(DeadlinePassedError)
    expect(early).to.include({ lastState: "IN_PROGRESS" })
    const away = createFakeGateway(addresses(zero), connectionRefused())
    const unseen = await away.clock.run(failure(waitForDeployment(away.client, awaited)))
    expect(unseen).to.be.instanceOf(DeadlinePassedError)
    expect(unseen.facts["last error"]).to.match(/^UNREACHABLE: /)
  })

  it("sends one request an interval for a hundred waits", async () => {
    const { client, clock, requests } = gatewayOf([addresses(zero)], [addresses(onChainAddress), forwarder(true)])
    const waits = Array.from({ length: 100 }, () => waitForDeployment(client, awaited))
    await clock.run(Promise.all(waits))
    expect(requests).to.have.length(3)
  })
})
