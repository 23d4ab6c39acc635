import type { ExecutionStep } from "../../../src/swap/execution/executionStates.js"
import type { executeRoute, JournalEntry } from "../../../src/swap/index.js"
import type { ExecutionListeners } from "../../../src/terminal/swap/showExecution.js"
import { sayWhenInterrupted, type SentSoFar } from "../../../src/plugin/run/InterruptedError.js"

type Run = (listeners: ExecutionListeners) => ReturnType<typeof executeRoute>

/** Notes what a swap sends, while it is executed. */
export type SwapNoting = {
  /** Notes the steps of an execution on their way to its listeners. */
  readonly steps: (run: Run) => Run
  /** Notes what an earlier run has sent. */
  readonly resumed: (entry: JournalEntry) => void
}

/**
 * Executes a swap. If Ctrl-C ends it after something was sent, the error says what, and which command goes on.
 *
 * @param goOn the commands that go on, without `npx hardhat`: `again` while only an approval was sent, then `resume`
 * @throws {InterruptedError} it was aborted after something was sent
 */
export async function sayWhenSwapInterrupted<T>(
  goOn: { readonly again: string; readonly resume: (quoteId: string) => string },
  work: (noting: SwapNoting) => Promise<T>,
): Promise<T> {
  return await sayWhenInterrupted((onSent) => {
    const facts: Record<string, string | undefined> = {}
    const note = (quoteId: string, more: SentSoFar["facts"]): void => {
      Object.assign(facts, { quote: quoteId }, more)
      onSent({ facts, goOn: "transaction" in facts ? goOn.resume(quoteId) : goOn.again })
    }
    const onStep = (step: ExecutionStep): void => {
      if (step.state === "APPROVING") note(step.quoteId, { approval: step.hash })
      if (step.state === "SIGNED") note(step.quoteId, { transaction: step.hash ?? `the one with nonce ${step.nonce}` })
      if (step.state === "SENT" || step.state === "MINED") note(step.quoteId, { transaction: step.hash })
    }
    return work({
      steps: (run) => (listeners) =>
        run({
          ...listeners,
          onStep: (step) => {
            onStep(step)
            listeners.onStep(step)
          },
        }),
      resumed: ({ quoteId, submission, approvals }) => {
        if (submission !== undefined) note(quoteId, { approval: approvals.at(-1), transaction: submission.hash })
      },
    })
  })
}
