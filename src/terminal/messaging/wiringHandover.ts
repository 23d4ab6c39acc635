import type { WiringChange } from "../../messaging/wiring/plan/WiringPlan.js"
import type { Printer } from "../core/terminal.js"
import { pathOf } from "./wiringResult.js"

/** What an account that does not sign here has to send. */
export function calldataList(changes: readonly WiringChange[], { paint }: Printer): string {
  return changes
    .map((change) =>
      [
        paint.bold(pathOf(change)),
        `  from  ${change.sender ?? "the plug's owner"}`,
        `  to    ${change.plug}`,
        `  chain ${change.chainId}`,
        `  data  ${change.data}`,
      ].join("\n"),
    )
    .join("\n\n")
}

/** One line for a file that was written. */
export function safeFileLine({
  file,
  safe,
  transactions,
}: {
  file: string
  safe: string
  transactions: number
}): string {
  return `Wrote ${file}: ${transactions} ${transactions === 1 ? "transaction" : "transactions"} for ${safe}.`
}

export const nothingToHandOver = "Nothing to hand over: the account of this network owns every plug that changes."
