import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, encodeErrorResult, parseAbi } from "viem"
import { formatAbiItem } from "viem/utils"

import { counterAppGatewayArtifact } from "../../../../src/devnet/artifacts/CounterAppGateway.js"
import { gatewayCounterArtifact } from "../../../../src/devnet/artifacts/GatewayCounter.js"
import { gatewayErrorsAbi } from "../../../../src/devnet/server/gateway/gatewayErrorsAbi.js"
import { revertsOf } from "../../../../src/gateway/reverts.js"
import { failed, timeoutRecord, tried } from "../../../fixtures/wire/gatewayRecords.js"
import { openGateway, openWithPayload } from "../../../fixtures/servers/gatewayRoutes.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"

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
    ["a text as it is", encodeErrorResult({ abi, errorName: "Error", args: ["too high"] }), "too high"],
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
    ["those of what authors inherit, too", encodeErrorResult({ abi, errorName: "InvalidPromise" }), "InvalidPromise()"],
    ["another contract's error as it came", custom, custom],
    ["that there was no reason", "0x", "0x"],
    ["nonsense as it came", "0x1234", "0x1234"],
  ] as const) {
    it(`gives ${says}`, async () => {
      const { ask } = openWithPayload({
        status: "EXECUTED",
        execution: failed(revertData),
        promise: failed(revertData),
      })
      const { body } = await ask("/getDetailsByTxHash", { txHash })
      expect(body).to.have.nested.property("response[0].Payloads[0].simulationDetails").that.deep.equals({
        executeSimulationStatus: "SIMULATION_FAILED",
        executeRevertString: expected,
        callbackSimulationStatus: "SIMULATION_FAILED",
        callbackRevertString: expected,
      })
      const timeouts = openGateway({ timeouts: () => [timeoutRecord({ trial: failed(revertData) })] })
      expect(await timeouts.client.getTimeouts({ txHash }))
        .to.have.nested.property("[0].revertString")
        .that.equals(expected)
    })
  }

  it("knows every error of what authors inherit", () => {
    const errorsOf = (all: Abi) => all.filter((item) => item.type === "error").map((item) => formatAbiItem(item))
    // Whether a function is its owner's, an app gateway asks of its own accord.
    const inherited = [counterAppGatewayArtifact, gatewayCounterArtifact]
      .flatMap((artifact) => errorsOf(artifact.abi))
      .filter((error) => !error.startsWith("Ownable"))
    expect(inherited).to.include("InvalidPromise()").and.include("NotSocket()")
    expect(errorsOf(gatewayErrorsAbi)).to.include.members(inherited)
  })

  it("stays when the text is empty, so that the revert is not taken for none", async () => {
    const empty = encodeErrorResult({ abi, errorName: "Error", args: [" "] })
    const { client } = openWithPayload({ status: "FINALIZED", execution: failed(empty) })
    const [request] = await client.getTransaction({ txHash })
    expect(revertsOf(request!.payloads[0]!)).to.have.length(1)
  })

  it("lets a client decode its own contract's error", async () => {
    const { client } = openWithPayload({ status: "FINALIZED", execution: failed(custom) })
    const [request] = await client.getTransaction({ txHash })
    expect(revertsOf(request!.payloads[0]!, [abi]).map(({ reason }) => reason)).to.deep.equal(["TooHigh(most: 9)"])
  })

  it("is gone once the same call works", async () => {
    const { ask } = openWithPayload({ status: "EXECUTING", execution: { ...tried, revertData: custom } })
    const { body } = await ask("/getDetailsByTxHash", { txHash })
    expect(body).to.have.nested.property("response[0].Payloads[0].simulationDetails.executeRevertString", "")
  })
})
