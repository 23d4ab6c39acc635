import type { Findings, GatewayCase } from "./types.js"

/** Finds why schedules and timeouts let something wait. */
export function findTimeCauses(_: GatewayCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
