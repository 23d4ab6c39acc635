import type { Findings, GatewayCase } from "./types.js"

/** Finds why a request as a whole stops or goes on elsewhere. */
export function findRequestCauses(_: GatewayCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
