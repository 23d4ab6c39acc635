import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, encodeErrorResult, parseAbi } from "viem"
import { formatAbiItem } from "viem/utils"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { gatewayCounterArtifact } from "#examples/demos/artifacts/GatewayCounter.js"
import { gatewayErrorsAbi } from "#src/devnet/server/gateway/requestOnTheWire.js"
import { revertsOf } from "#src/gateway/reverts.js"
import { openGateway, openWithPayload } from "#test/fixtures/servers/gatewayRoutes.js"
import { failed, succeeded, timeoutRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const txHash = bytes32(0xdef)

describe("a revert string of the devnet's gateway API", () => {
  const abi = parseAbi([
    "error Error(string)",
    "error Panic(uint256)",
    "error MaxFeesTooLow(uint256 required, uint256 maxFees)",
    "error InvalidPromise()",
    "error TooHigh(uint256 most)",
  ])
  const custom = encodeErrorResult({ abi, errorName: "TooHigh", args: [9n] })
  for (const [says, revertData, expected] of [
    ["a text unchanged", encodeErrorResult({ abi, errorName: "Error", args: ["too high"] }), "too high"],
    [
      "a panic in words",
      encodeErrorResult({ abi, errorName: "Panic", args: [0x11n] }),
      "a panic, an arithmetic overflow (0x11)",
    ],
    [
      "the gateway's own errors by name",
      encodeErrorResult({ abi, errorName: "MaxFeesTooLow", args: [5n, 2n] }),
      "MaxFeesTooLow(required: 5, maxFees: 2)",
    ],
    ["the errors of base contracts, too", encodeErrorResult({ abi, errorName: "InvalidPromise" }), "InvalidPromise()"],
    ["another contract's error as revert data", custom, custom],
    ["that there was no reason", "0x", "0x"],
    ["invalid revert data unchanged", "0x1234", "0x1234"],
  ] as const) {
    it(`gives ${says}`, async () => {
      const { get } = openWithPayload({
        status: "EXECUTED",
        executionAttempt: failed(revertData),
        callbackAttempt: failed(revertData),
      })
      const { body } = await get("/getDetailsByTxHash", { txHash })
      expect(body).to.have.nested.property("response[0].Payloads[0].simulationDetails").that.deep.equals({
        executeSimulationStatus: "SIMULATION_FAILED",
        executeRevertString: expected,
        callbackSimulationStatus: "SIMULATION_FAILED",
        callbackRevertString: expected,
      })
      const timeouts = openGateway({ timeouts: () => [timeoutRecord({ attempt: failed(revertData) })] })
      expect(await timeouts.client.getTimeouts({ txHash }))
        .to.have.nested.property("[0].revertString")
        .that.equals(expected)
    })
  }

  it("knows every error of the base contracts that app gateways inherit", () => {
    const errorsOf = (all: Abi) => all.filter((item) => item.type === "error").map((item) => formatAbiItem(item))
    // An app gateway inherits Ownable by its own choice.
    const inherited = [counterAppGatewayArtifact, gatewayCounterArtifact]
      .flatMap((artifact) => errorsOf(artifact.abi))
      .filter((error) => !error.startsWith("Ownable"))
    expect(inherited).to.include("InvalidPromise()").and.include("NotSocket()")
    expect(errorsOf(gatewayErrorsAbi)).to.include.members(inherited)
  })

  it("is not empty when the text is, so that it still shows as a revert", async () => {
    const empty = encodeErrorResult({ abi, errorName: "Error", args: [" "] })
    const { client } = openWithPayload({ status: "FINALIZED", executionAttempt: failed(empty) })
    const [request] = await client.getTransaction({ txHash })
    expect(revertsOf(request!.payloads[0]!)).to.have.length(1)
  })

  it("lets a client decode its own contract's error", async () => {
    const { client } = openWithPayload({ status: "FINALIZED", executionAttempt: failed(custom) })
    const [request] = await client.getTransaction({ txHash })
    expect(revertsOf(request!.payloads[0]!, [abi]).map(({ reason }) => reason)).to.deep.equal(["TooHigh(most: 9)"])
  })

  it("is gone once the same call works", async () => {
    const { get } = openWithPayload({ status: "EXECUTING", executionAttempt: { ...succeeded, revertData: custom } })
    const { body } = await get("/getDetailsByTxHash", { txHash })
    expect(body).to.have.nested.property("response[0].Payloads[0].simulationDetails.executeRevertString", "")
  })
})
