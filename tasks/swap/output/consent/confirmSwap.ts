import { askYes, requireConsent } from "../../../../src/terminal/askYes.js"
import { confirmLoss, type ConfirmLossOptions } from "./confirmLoss.js"
import { printEvent } from "../../../../src/terminal/json/printJson.js"
import { swapPlan, type SwapPlanFacts, swapQuestion } from "../swapPlan.js"

export type ConfirmSwapOptions = ConfirmLossOptions & {
  readonly json: boolean
  /** Confirms without asking. The plan is shown in any case. */
  readonly yes: boolean
}

/**
 * Shows what a swap will do, and asks whether to execute it.
 *
 * @throws {InvalidInputError} nothing confirms it in advance, and there is no terminal to ask at
 */
export async function confirmSwap(
  plan: SwapPlanFacts,
  { json, yes, acceptLoss, ...options }: ConfirmSwapOptions,
): Promise<boolean> {
  const { out, err } = options.terminal
  const { request, input, output, route, transaction, leastOut, valueLoss } = plan
  if (json) printEvent(out, "plan", { request, input, output, route, transaction, leastOut, valueLoss })
  if (!json || !yes) err.line(swapPlan(plan, err.paint))
  requireConsent(yes, options.input)
  if (!(await confirmLoss(valueLoss, { ...options, yes, acceptLoss }))) return false
  return yes || (await askYes(swapQuestion(plan), options))
}
