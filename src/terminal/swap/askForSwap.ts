import { askYes, type AskYesOptions } from "../core/askYes.js"
import { toJson } from "../core/json.js"
import { swapPlan, type SwapPlanFacts } from "./swapPlan.js"

export type AskForSwapOptions = AskYesOptions & {
  readonly json: boolean
  /** It was agreed to beforehand: what will happen is shown all the same. */
  readonly yes: boolean
}

/** Shows what a swap will do, and asks whether it may. */
export async function askForSwap(plan: SwapPlanFacts, { json, yes, ...options }: AskForSwapOptions): Promise<boolean> {
  const { out, err } = options.terminal
  const { request, route, transaction, leastOut } = plan
  if (json) out.line(toJson({ event: "plan", request, route, transaction, leastOut }))
  if (!json || !yes) err.line(swapPlan(plan, err.paint))
  return yes || (await askYes("Swap?", options))
}
