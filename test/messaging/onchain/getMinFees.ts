import { expect } from "chai"
import { describe, it } from "mocha"
import { HttpRequestError, zeroAddress } from "viem"

import { protocolErrorsAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { PlugNotConnectedError } from "#src/messaging/onchain/callErrors.js"
import { getMinFees } from "#src/messaging/onchain/getMinFees.js"
import type { CallRevertedError } from "#src/onchain/callErrors.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { createFakeChain, type FakeChain, revert, type SeenCall } from "#test/fixtures/nodes/fakeChain.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const fee = { socket, plug: srcPlug, dstChainSlug: 41002, minMsgGasLimit: 100_000n, payloadSize: 96 }
const unconnected = [zeroAddress, zeroAddress, zeroAddress, zeroAddress, zeroAddress]
const connected = [dstPlug, capacitor, capacitor, capacitor, capacitor]

function chainWith(answer: (call: SeenCall) => unknown): FakeChain {
  return createFakeChain({ contracts: { [socket]: { abi: socketAbi, answer } } })
}

function refusing(error: Error, config: readonly string[]): FakeChain {
  return chainWith(({ functionName }) => {
    if (functionName === "getPlugConfig") return config
    throw error
  })
}

describe("getMinFees", () => {
  it("passes on the message's own parameters", async () => {
    const { client, calls } = chainWith(() => 1n)
    await getMinFees(client, { ...fee, executionParams: bytes32(1), transmissionParams: bytes32(2) })
    expect(calls[0]?.args.slice(2, 4)).to.deep.equal([bytes32(1), bytes32(2)])
  })

  it("explains the empty revert of an unconnected plug", async () => {
    const error = await rejection(getMinFees(refusing(revert(), unconnected).client, fee))
    expect(error).to.be.instanceOf(PlugNotConnectedError)
    expect(error).to.deep.include({ code: "PLUG_NOT_CONNECTED" })
    expect((error as PlugNotConnectedError).facts).to.include({ plug: srcPlug, "destination chain": "41002" })
  })

  it("decodes why the socket reverts for a connected plug", async () => {
    const refused = refusing(revert(protocolErrorsAbi, "PayloadTooLarge"), connected)
    const error = await rejection(getMinFees(refused.client, fee))
    expect((error as CallRevertedError).revert.reason).to.equal("PayloadTooLarge()")
  })

  it("distinguishes a failing node from both, without showing its URL", async () => {
    const url = "https://rpc.example.org/v3/a-secret-key"
    for (const broken of [
      new HttpRequestError({ url, body: { id: 1 }, details: `fetch failed: ${url}`, status: 502 }),
      Object.assign(new Error("header not found"), { code: -32_000 }),
    ]) {
      const { client } = createFakeChain({ broken: { eth_call: broken } })
      const error = await rejection(getMinFees(client, fee))
      expect(error).to.be.instanceOf(NodeFailedError)
      expect(JSON.stringify(error) + (error as Error).message + String((error as Error).stack)).to.not.contain("secret")
      expect((error as Error).cause).to.equal(undefined)
    }
  })

  it("refuses invalid parameters by name, and sends no request", async () => {
    const bad = [
      ["socket", { socket: "0x12" as const }],
      ["plug", { plug: zeroAddress }],
      ["dstChainSlug", { dstChainSlug: -1 }],
      ["minMsgGasLimit", { minMsgGasLimit: 2n ** 256n }],
      ["payloadSize", { payloadSize: 1.5 }],
    ] as const
    for (const [argument, parameters] of bad) {
      const { client, calls } = chainWith(() => 1n)
      const error = await rejection(getMinFees(client, { ...fee, ...parameters }))
      expect(error).to.include({ code: "INVALID_INPUT", argument })
      expect(calls).to.deep.equal([])
    }
  })
})
