import { PlugsError } from "#src/primitives/PlugsError.js"

/** A node answered with logs that it was not asked for, or that cannot all be of one chain. None of the answer is used. */
export class FalseLogsError extends PlugsError {
  readonly code = "FALSE_LOGS"

  /** @param problem completes the sentence "A node gave false logs: …" */
  constructor(
    problem: string,
    { fromBlock, toBlock }: { readonly fromBlock: bigint; readonly toBlock: bigint | "latest" },
  ) {
    super(`A node gave false logs: ${problem}.`, {
      facts: { "asked for": `blocks ${fromBlock} to ${toBlock}` },
      next: "Use another node for this chain. An honest one does not answer so.",
    })
  }
}
