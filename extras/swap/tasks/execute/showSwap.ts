import { confirmCall, confirmNonce, confirmSwap, confirmTarget } from "../output/confirm.js"
import { createExecutionView } from "../output/executionView.js"
import { printReplaced, printResumed } from "../output/printEvents.js"
import type { SwapRun } from "./openSwapRun.js"
import type { SwapStep } from "./SwapStep.js"
import { sayWhenInterrupted, type SentSoFar } from "#src/plugin/run/InterruptedError.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"

/** How the steps of a swap are shown, and its questions answered. */
type ShowSwapOptions = {
  readonly json: boolean
  /** Confirms the swap without asking. */
  readonly yes: boolean
  /** The commands that follow a swap after Ctrl-C, without `npx hardhat`: `again` while only an approval was sent, then `resume`. */
  readonly goOn: { readonly again: string; readonly resume: (quoteId: string) => string }
}

/**
 * Shows each step of a swap, and asks its questions.
 *
 * @throws {InterruptedError} it was aborted after something was sent
 * @throws what the steps throw
 */
export async function showSwap(
  { chainName, limits, signal, printNotes }: SwapRun,
  steps: AsyncIterable<SwapStep>,
  { json, yes, goOn }: ShowSwapOptions,
  { terminal, input, clock }: TaskIo,
): Promise<void> {
  using view = createExecutionView({ terminal, json, chainName, clock })
  const asking = { terminal, input, signal }
  await sayWhenInterrupted(async (onSent) => {
    const note = createNotes(onSent, goOn)
    for await (const step of steps) {
      note(step)
      switch (step.kind) {
        case "confirm":
          view.pause()
          printNotes()
          step.answer(await confirmSwap(step.plan, { ...asking, json, yes, acceptLoss: limits.acceptLoss }))
          break
        case "confirmTarget":
          view.pause()
          step.answer(await confirmTarget(step.target, { ...asking, chainName }))
          break
        case "confirmCall":
          view.pause()
          step.answer(await confirmCall(step.differences, asking))
          break
        case "confirmNonce":
          view.pause()
          step.answer(await confirmNonce(step, { ...asking, yes }))
          break
        case "resumed":
          printResumed(step.entry, { terminal, json })
          break
        case "replaced":
          printReplaced(step.entry, { terminal, json })
          break
        case "execution":
          view.onStep(step.step)
          break
        case "trouble":
          view.onTrouble(step.error)
          break
        case "waiting":
          view.onWait(step.ms)
          break
        case "end":
          view.onEnd(step.result)
          break
        case "failed":
          view.onFailure(step.error)
      }
    }
  })
}

/** Notes what a swap has sent, for the error of an interruption. */
function createNotes(onSent: (sent: SentSoFar) => void, goOn: ShowSwapOptions["goOn"]): (step: SwapStep) => void {
  const facts: Record<string, string | undefined> = {}
  const note = (quoteId: string, sent: SentSoFar["facts"]): void => {
    Object.assign(facts, { quote: quoteId }, sent)
    onSent({ facts, goOn: "transaction" in facts ? goOn.resume(quoteId) : goOn.again })
  }
  return (swapStep) => {
    if (swapStep.kind === "resumed") {
      const { quoteId, submission, approvals } = swapStep.entry
      if (submission !== undefined) note(quoteId, { approval: approvals.at(-1), transaction: submission.hash })
    }
    if (swapStep.kind !== "execution") return
    const { step } = swapStep
    if (step.state === "APPROVING") note(step.quoteId, { approval: step.hash })
    if (step.state === "SIGNED") note(step.quoteId, { transaction: step.hash ?? `the one with nonce ${step.nonce}` })
    if (step.state === "SENT" || step.state === "MINED") note(step.quoteId, { transaction: step.hash })
  }
}
