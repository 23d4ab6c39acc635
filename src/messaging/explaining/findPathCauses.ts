import type { Findings, MessageCase } from "./types.js"

/** Finds why a message's packet has not come through its switchboards. */
export function findPathCauses(_: MessageCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
