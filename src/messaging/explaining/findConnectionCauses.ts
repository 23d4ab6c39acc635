import type { Findings, MessageCase } from "./types.js"

/** Finds why how the two plugs are connected stops a message. */
export function findConnectionCauses(_: MessageCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
