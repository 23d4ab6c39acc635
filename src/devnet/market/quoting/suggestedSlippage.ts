import type { Plan } from "./plans.js"

/** How much a plan's prices may be expected to move before it is over, in percent. Only the curve's do. */
export function suggestedSlippage({ originDex, destinationDex }: Plan): string {
  return originDex === "curve" || destinationDex === "curve" ? "0.5" : "0.1"
}
