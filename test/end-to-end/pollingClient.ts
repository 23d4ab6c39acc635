import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, type Hex, zeroAddress } from "viem"

import { boardArtifact } from "#test/fixtures/artifacts/Board.js"
import { hopArtifact } from "#test/fixtures/artifacts/Hop.js"
import { hopAppArtifact } from "#test/fixtures/artifacts/HopApp.js"
import { readAppArtifact } from "#test/fixtures/artifacts/ReadApp.js"
import { revertAppArtifact } from "#test/fixtures/artifacts/RevertApp.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createPollingClient, type PollingClient, type Request } from "#test/fixtures/clocks/pollingClient.js"
import { deepIt } from "#test/fixtures/depth.js"
import {
  type AppGatewayWorld,
  createAppGatewayWorld,
  type DeployedApp,
} from "#test/fixtures/worlds/gateway/appGatewayWorld.js"

describe("a polling client that is written from the facts alone", () => {
  let world: AppGatewayWorld
  let client: PollingClient
  let app: DeployedApp
  let written: { readonly txHash: Hex; readonly request: Request }
  before(async () => {
    world = await createAppGatewayWorld()
    client = createPollingClient(world.devnet.gateway.baseUrl)
    app = await world.deploy(readAppArtifact)
    await app.deployTo(world.alpha, world.beta)
    const txHash = await app.call("write", [world.alpha.slug, 7n])
    const [request] = await client.finished(txHash)
    written = { txHash, request: request! }
  })
  after(() => world.devnet.stop())

  deepIt("finds the transactions of a write, each where it was sent", async () => {
    const { alpha, devnet } = world
    expect(written.request.readPayloads).to.deep.equal([])
    const [payload, fee] = written.request.writePayloads
    expect(fee).to.equal(undefined)
    expect(payload).to.include({ chainSlug: alpha.slug, batchCount: 0, callType: "WRITE" })
    expect(payload!.target).to.equal(await app.read("getOnChainAddress", [await app.read("board"), alpha.slug]))
    expect(payload!.finalizeDetails!.finalizeStatus).to.equal("FINALIZED")
    expect(payload!.executeDetails).to.include({ isExecuted: true, executeStatus: "EXECUTED" })
    expect(payload!.callBackDetails.callbackStatus).to.equal("PROMISE_RESOLVED")
    for (const [chain, hash] of [
      [alpha, payload!.executeDetails.executeTxHash],
      [devnet.gateway.chain, payload!.finalizeDetails!.finalizeTxHash],
      [devnet.gateway.chain, payload!.callBackDetails.callbackTxHash],
    ] as const) {
      expect((await chain.publicClient.getTransactionReceipt({ hash: hash as Hex })).status).to.equal("success")
    }
  })

  it("finds what reads returned, none of which was finalized by a transaction", async () => {
    const [request] = await client.finished(await app.call("readAlternately", [world.alpha.slug, world.beta.slug]))
    expect(request!.writePayloads).to.deep.equal([])
    expect(request!.readPayloads.map(({ executeDetails }) => BigInt(executeDetails.returnData))).to.deep.equal([
      7n,
      0n,
      7n,
      0n,
      7n,
      0n,
      7n,
      0n,
      7n,
      0n,
    ])
    for (const { callType, finalizeDetails, callBackDetails } of request!.readPayloads) {
      expect([callType, finalizeDetails]).to.deep.equal(["READ", undefined])
      expect(callBackDetails.callbackStatus).to.equal("PROMISE_RESOLVED")
    }
  })

  it("finds each payload once in the lists, whichever of them it reads", () => {
    const { writePayloads, readPayloads, payloads } = written.request
    const ids = [...writePayloads, ...readPayloads].map(({ payloadId }) => payloadId)
    expect(new Set(ids).size).to.equal(ids.length)
    expect(payloads.map(({ payloadId }) => payloadId)).to.have.members(ids)
  })

  it("finds a deployed contract and its forwarder", async () => {
    const [request] = await client.finished(await app.call("deployContracts", [world.beta.slug]))
    const [deploy] = request!.writePayloads
    const { onChainAddress, forwarderAddress, isForwarderDeployed } = deploy!.deployerDetails!
    expect(isForwarderDeployed).to.equal(true)
    expect(await app.read("forwarderAddresses", [await app.read("board"), world.beta.slug])).to.equal(forwarderAddress)
    const abi = boardArtifact.abi
    const board = { address: onChainAddress as Address, abi, functionName: "count" } as const
    expect(await world.beta.publicClient.readContract(board)).to.equal(0n)
  })

  it("finds both texts of what reverts", async () => {
    const reverting = await world.deploy(revertAppArtifact)
    await reverting.deployTo(world.alpha)
    const simulationOf = async (functionName: string) => {
      const txHash = await reverting.call(functionName, [world.alpha.slug])
      return await eventually(async () => {
        const { body } = await client.get("getDetailsByTxHash", { txHash })
        const [request] = (body as { response: Request[] }).response
        return request?.status === "REVERTING" && request.writePayloads[0]!.simulationDetails
      })
    }
    const onChain = await simulationOf("revertOnChain")
    expect(onChain.executeSimulationStatus).to.equal("SIMULATION_FAILED")
    expect(onChain.executeRevertString).to.not.equal("")
    expect(onChain.callbackRevertString).to.equal("")
    const inCallback = await simulationOf("revertInCallback")
    expect(inCallback.callbackSimulationStatus).to.equal("SIMULATION_FAILED")
    expect(inCallback.executeRevertString).to.equal("")
  })

  it("ends its status script with 0 for writes, reads, both and deployments", async () => {
    const { alpha, beta } = world
    for (const txHash of [
      written.txHash,
      await app.call("readAlternately", [alpha.slug, beta.slug]),
      await app.call("deployContracts", [beta.slug]),
    ]) {
      expect(await client.script(txHash)).to.equal(0)
    }
  })

  it("waits for the failures that a suite waits for, each said once the tries are over", async () => {
    const reverting = await world.deploy(revertAppArtifact)
    await reverting.deployTo(world.alpha)
    const onChain = await reverting.call("revertOnChain", [world.alpha.slug])
    const failed = await client.payloadThat(
      onChain,
      ({ executeDetails }) => executeDetails.executeStatus === "EXECUTION_FAILED",
    )
    expect(failed.proofUploadDetails!.proofUploadStatus).to.equal("PROOF_UPLOADED")
    const uploaded = { hash: failed.proofUploadDetails!.proofUploadTxHash as Hex }
    const { status } = await world.devnet.gateway.chain.publicClient.getTransactionReceipt(uploaded)
    expect(status).to.equal("success")
    expect(failed.executeDetails.isExecuted).to.equal(false)
    const inCallback = await reverting.call("revertInCallback", [world.alpha.slug])
    const unresolved = await client.payloadThat(
      inCallback,
      ({ callBackDetails }) => callBackDetails.callbackStatus === "PROMISE_RESOLVE_FAILED",
    )
    expect(unresolved.executeDetails).to.include({ isExecuted: true, executeStatus: "EXECUTED" })
    for (const txHash of [onChain, inCallback]) {
      const { body } = await client.get("getDetailsByTxHash", { txHash })
      expect((body as { response: Request[] }).response[0]!.status).to.equal("REVERTING")
    }
  })

  it("asks for a payload by its id", async () => {
    const [payload] = written.request.writePayloads
    const { payloadId } = payload!
    const { code, body } = await client.get("payload", { payloadId })
    expect(code).to.equal(200)
    const { status, response } = body as { status: string; response: Record<string, unknown> }
    expect(status).to.equal("SUCCESS")
    expect(response).to.include({
      payloadId,
      requestCount: written.request.requestCount,
      batchCount: 0,
      chainSlug: world.alpha.slug,
      target: payload!.target,
      payload: payload!.payload,
      appGateway: app.address,
      isParallel: false,
      isFinalized: true,
      isExecuted: true,
      isCallbackCompleted: true,
      executeTxHash: payload!.executeDetails.executeTxHash,
      callbackStatus: "PROMISE_RESOLVED",
    })
    expect(response).to.include.all.keys(
      ...["id", "payloadCount", "asyncPromise", "value", "deadline", "readAt", "finalizeTxHash", "finalizeStatus"],
      ...["executeStatus", "executeSimulationStatus", "executeRevertString", "callbackTxHash", "returnData", "proof"],
      ...["callbackSimulationStatus", "callbackRevertString", "gasLimit", "estimatedGasLimit", "digest", "switchboard"],
      ...["prevDigestsHash", "createdAt", "updatedAt"],
    )
    expect(typeof response["callType"]).to.equal("number")
    expect(typeof response["writeFinality"]).to.equal("number")
  })

  it("asks for triggers by the transaction on the chain, under both names", async () => {
    const { alpha, beta } = world
    const hops = await world.deploy(hopAppArtifact, [[alpha.slug, beta.slug]])
    await hops.deployTo(alpha, beta)
    await hops.call("acceptTriggers")
    const plug = (await hops.read("getOnChainAddress", [await hops.read("hop"), alpha.slug])) as Address
    const start = { address: plug, abi: hopArtifact.abi, functionName: "start", args: [1n, 5n] } as const
    const txHash = await alpha.walletClient.writeContract(start)
    for (const route of ["trigger", "inbox"] as const) {
      const [trigger, ...others] = await client.triggered(route, txHash)
      expect(others).to.deep.equal([])
      expect(trigger).to.include({ onChainTxHash: txHash, chainSlug: alpha.slug, plug })
      expect(trigger!.payload.appGateway).to.equal(hops.address)
      // The request that the trigger opened is found by the transaction of the gateway chain.
      const [request] = await client.finished(trigger!.ExecutionDetails.appGatewayTxHash)
      expect(request!.writePayloads[0]!.chainSlug).to.equal(beta.slug)
    }
  })

  it("is told with 400 that an id is none", async () => {
    for (const [route, query] of [
      ["getDetailsByTxHash", { txHash: "0x1" }],
      ["payload", { payloadId: "0x1" }],
      ["payload", {}],
      ["trigger", { txHash: zeroAddress }],
      ["inbox", { txHash: "latest" }],
    ] as const) {
      const { code, body } = await client.get(route, query)
      expect(code, route).to.equal(400)
      expect((body as { error: unknown }).error, route).to.be.a("string")
    }
  })
})
