import { type Hex, parseEther } from "viem"

import { deployApp, payFor } from "../../examples/demos/gatewayApps.ts"
import type { Measure } from "../measuring/Measure.ts"
import { repeat } from "../measuring/repeat.ts"
import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { startDevnet } from "#src/devnet/index.js"
import { createGatewayClient, waitForTransaction } from "#src/gateway/index.js"
import { watchPayloads } from "#test/fixtures/worlds/gateway/watchPayloads.js"

/** Measures a deployment through an app gateway to two chains, and a transaction with a hundred payloads. */
export const measure: Measure = async () => {
  await using devnet = await startDevnet()
  const { gateway } = devnet
  const { alpha, beta } = devnet.chains
  const app = await deployApp(gateway, counterAppGatewayArtifact, [parseEther("1")])
  await payFor(app, devnet, alpha, parseEther("1000"))

  const slugs = [alpha.slug, beta.slug]
  const deployment = await repeat(40, async () => {
    const watch = watchPayloads(gateway)
    const hash = await app.call("deployContracts", [slugs])
    await watch.reached("PROMISE_RESOLVED", ({ callType }) => callType === "DEPLOY", slugs.length)
    watch.stop()
    if (gateway.requestsFromTx(hash).length !== 1) throw new Error("a deployment was not tracked")
  })

  const client = createGatewayClient({ baseUrl: gateway.baseUrl })
  const payloads = 100
  const tracked = async (txHash: Hex): Promise<void> => {
    const timing = { minInterval: 10, maxInterval: 50, timeout: 60_000 }
    const [request] = await waitForTransaction(client, { txHash, until: "PROMISE_RESOLVED", ...timing })
    if ((request?.payloads.length ?? 0) < payloads) throw new Error("a payload was not tracked")
  }
  const reads = Array.from({ length: payloads }, () => alpha.slug)
  // With a gas limit, because an estimate runs the whole transaction many times.
  const { abi } = counterAppGatewayArtifact
  const call = { abi, address: app.address, functionName: "readCounters", args: [reads], gas: 16_000_000n } as const
  const resolved = await repeat(10, async () => tracked(await gateway.chain.walletClient.writeContract(call)), {
    warmupIterations: 1,
  })
  return { deployment, payloads: resolved }
}
