import type { RequestRecord } from "../../devnet/gateway/ledger/types.js"
import type { OpenWorld } from "../OpenWorld.js"
import type { Measurement } from "./Measurement.js"
import { nameCall } from "./nameCall.js"

/** Measures what completed requests were charged. */
export async function measureRequests(world: OpenWorld, requests: readonly RequestRecord[]): Promise<Measurement[]> {
  const { gateway } = world
  if (gateway === undefined) return []
  const measured: Measurement[] = []
  for (const { status, requestCount, txHash: hash, appGateway: sender, fee: credits } of requests) {
    if (status !== "COMPLETED") continue
    const { contract, functionName } = await nameCall(world, gateway.chain, { hash, sender, receiving: "callback" })
    measured.push({ kind: "request", key: `request ${requestCount} ${hash}`, contract, functionName, credits })
  }
  return measured
}
