import type { OpenedTransaction } from "../../gateway/following/openedRequests.js"
import { transactionStates } from "../../gateway/states.js"
import { paintState } from "../core/paintState.js"
import { formatFacts } from "../core/table.js"
import type { Paint } from "../core/terminal.js"

/** Names the callback transactions that opened requests of their own, because the work goes on there. */
export function openedReport(opened: readonly OpenedTransaction[], paint: Paint): readonly string[] {
  if (opened.length === 0) return []
  const facts = opened.flatMap(({ txHash, requests }) =>
    requests.map(({ requestCount, status }): readonly [string, string] => [
      `callback in ${txHash}`,
      `opened ${requestCount === null ? "a request" : `request ${requestCount}`}  ${paintState(status, paint, transactionStates)}`,
    ]),
  )
  return ["", formatFacts(facts, paint), "Follow what callbacks opened to its end with --follow."]
}
