import type { Findings, MessageCase } from "./types.js"

/** Finds why a message whose packet has come through is not executed. */
export function findExecutionCauses(_: MessageCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
