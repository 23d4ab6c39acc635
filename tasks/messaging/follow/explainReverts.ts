import type { MessageStep } from "../../../src/messaging/index.js"

/** A step of a message, and why `inbound` of its destination reverts, if it does. */
export type ExplainedStep = MessageStep & { readonly revert?: { readonly reason: string } }

/**
 * Adds to each step at which `inbound` of the destination plug reverts why it does.
 *
 * @param readReason reads it; `undefined` if it is unknown
 */
export async function* explainReverts(
  steps: AsyncIterable<MessageStep>,
  readReason: (step: MessageStep) => Promise<string | undefined>,
): AsyncGenerator<ExplainedStep, void, undefined> {
  for await (const step of steps) {
    const reason = isReverting(step) ? await readReason(step) : undefined
    yield reason === undefined ? step : { ...step, revert: { reason } }
  }
}

function isReverting({ state, inboundStatus }: MessageStep): boolean {
  return inboundStatus === "REVERTING" || state === "INBOUND_REVERTING" || state === "EXECUTION_FAILURE"
}
