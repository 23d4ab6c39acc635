import { askYes, type AskYesOptions } from "../core/askYes.js"
import { printEvent } from "../core/json/printJson.js"
import { swapPlan, type SwapPlanFacts, swapQuestion } from "./swapPlan.js"

export type ConfirmSwapOptions = AskYesOptions & {
  readonly json: boolean
  /** Confirms without asking. The plan is shown in any case. */
  readonly yes: boolean
}

/** Shows what a swap will do, and asks whether to execute it. */
export async function confirmSwap(
  plan: SwapPlanFacts,
  { json, yes, ...options }: ConfirmSwapOptions,
): Promise<boolean> {
  const { out, err } = options.terminal
  const { request, input, output, route, transaction, leastOut } = plan
  if (json) printEvent(out, "plan", { request, input, output, route, transaction, leastOut })
  if (!json || !yes) err.line(swapPlan(plan, err.paint))
  return yes || (await askYes(swapQuestion(plan), options))
}
