import type { Findings, GatewayCase } from "../types.js"

/** Finds why a call reverts: that of a payload, of its callback, of a timeout or of a trigger, or the transaction's own. */
export function findCallCauses(_: GatewayCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
