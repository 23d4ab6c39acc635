import type { RequestRecord } from "../../devnet/gateway/ledger/types.js"
import type { OpenWorld } from "../OpenWorld.js"
import type { Measurement } from "./Measurement.js"
import { requestKey } from "./measurementKeys.js"
import { nameCall } from "./nameCall.js"

/** Measures what completed requests were charged. */
export async function measureRequests(world: OpenWorld, requests: readonly RequestRecord[]): Promise<Measurement[]> {
  const { gateway } = world
  if (gateway === undefined) return []
  const measured: Measurement[] = []
  for (const request of requests) {
    const { txHash: hash, appGateway: sender, fee: credits } = request
    const key = requestKey(request)
    if (key === undefined) continue
    const { contract, functionName } = await nameCall(world, gateway.chain, { hash, sender, receiving: "callback" })
    measured.push({ kind: "request", key, contract, functionName, credits })
  }
  return measured
}
