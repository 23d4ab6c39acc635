import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address, Hex } from "viem"

import { faultyAppGatewayArtifact } from "#examples/demos/artifacts/FaultyAppGateway.js"
import { faultyTargetArtifact } from "#examples/demos/artifacts/FaultyTarget.js"
import {
  type GatewayClient,
  type GatewayRequest,
  type Revert,
  revertsOf,
  waitForTransaction,
  watchTransaction,
} from "#src/gateway/index.js"
import { deepIt } from "#test/fixtures/depth.js"
import {
  type AppGateway,
  createGatewayWorld,
  type GatewayWorld,
  maxFees,
} from "#test/fixtures/worlds/gateway/gatewayWorld.js"

const often = { minInterval: 5, maxInterval: 5 } as const
const abis = [faultyAppGatewayArtifact.abi, faultyTargetArtifact.abi]

describe("what reverts on the devnet, as a client of its gateway API sees it", () => {
  let world: GatewayWorld
  let client: GatewayClient
  let app: AppGateway
  let target: Address
  before(async () => {
    world = await createGatewayWorld({ executionRetries: { attempts: 1000, delay: 10 } })
    client = world.client
    app = await world.open(faultyAppGatewayArtifact)
    const txHash = await app.call("deployContracts", [world.alpha.slug])
    const [request] = await waitForTransaction(client, { txHash, ...often })
    target = request!.payloads[0]!.appGatewayDetails!.onChainAddress!
  })
  after(() => world.devnet.stop())

  /** Waits until something reverts at a stage, and returns it. */
  async function reverting(txHash: Hex, stage: Revert["stage"]): Promise<{ request: GatewayRequest; revert: Revert }> {
    for await (const { request, reverts } of watchTransaction(client, { txHash, abis, timeout: 10_000, ...often })) {
      const revert = reverts.find((one) => one.stage === stage)
      if (revert !== undefined) return { request, revert }
    }
    throw new Error("nothing reverted")
  }
  const mendTarget = async (broken: boolean) => {
    const { abi } = faultyTargetArtifact
    const call = { address: target, abi, functionName: "setBroken", args: [broken] } as const
    const hash = await world.alpha.walletClient.writeContract(call)
    await world.alpha.publicClient.waitForTransactionReceipt({ hash })
  }

  it("is the target's own error first, then the callback's, and nothing once both work", async () => {
    const txHash = await app.call("work", [world.alpha.slug, 7n])
    const first = await reverting(txHash, "execute")
    expect(first.request.status).to.equal("REVERTING")
    expect(first.request.payloads[0]).to.have.property("status", "FINALIZED")
    expect(first.revert).to.deep.include({ stage: "execute", reason: "OutOfOrder(amount: 7)" })

    await mendTarget(false)
    const second = await reverting(txHash, "callback")
    expect(second.request.payloads[0]).to.have.property("status", "EXECUTED")
    expect(second.revert).to.deep.include({ stage: "callback", reason: "NotReadyForResult(amount: 7)" })

    await app.call("setCallbackBroken", [false])
    const [request] = await waitForTransaction(client, { txHash, ...often })
    expect(request!.payloads.flatMap((payload) => revertsOf(payload, abis))).to.deep.equal([])
    expect(await app.read("workSeen")).to.equal(7n)
  })

  deepIt("says by name that the maximum of fees is too low, and goes on when it is raised", async () => {
    await app.call("setMaxFees", [1n])
    const txHash = await app.call("work", [world.alpha.slug, 1n])
    const { request, revert } = await reverting(txHash, "execute")
    expect(revert.reason).to.match(/^MaxFeesTooLow\(required: \d+, maxFees: 1\)$/)
    expect(request.feesInfo).to.deep.include({ maxFees: "0.000000000000000001", fee: "0" })

    await app.call("increaseFees", [request.requestCount, maxFees])
    const [complete] = await waitForTransaction(client, { txHash, ...often })
    expect(complete).to.have.property("status", "COMPLETED")
    expect(complete!.feesInfo).to.have.property("maxFees", "0.1")
  })
})
