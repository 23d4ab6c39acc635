import { askYes, type AskYesOptions } from "../core/askYes.js"
import { toJson } from "../core/json.js"
import { swapPlan, type SwapPlanFacts } from "./swapPlan.js"

export type AskForSwapOptions = AskYesOptions & {
  readonly json: boolean
  /** Agrees without asking. The plan is shown in any case. */
  readonly yes: boolean
}

/** Shows what a swap will do, and asks for consent. */
export async function askForSwap(plan: SwapPlanFacts, { json, yes, ...options }: AskForSwapOptions): Promise<boolean> {
  const { out, err } = options.terminal
  const { request, route, transaction, leastOut } = plan
  if (json) out.line(toJson({ event: "plan", request, route, transaction, leastOut }))
  if (!json || !yes) err.line(swapPlan(plan, err.paint))
  return yes || (await askYes("Execute this swap?", options))
}
