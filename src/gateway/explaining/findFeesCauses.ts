import type { Findings, GatewayCase } from "./types.js"

/** Finds why whoever pays for a request stops it. */
export function findFeesCauses(_: GatewayCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
