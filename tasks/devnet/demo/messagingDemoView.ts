import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import { formatDuration } from "../../../src/primitives/duration.js"
import { explainState, paintStateColumn } from "../../../src/terminal/paintState.js"
import { formatFacts } from "../../../src/terminal/table.js"
import type { Paint } from "../../../src/terminal/terminal.js"
import type { EventFormatters } from "../../demo/EventFormatters.js"
import type { MessagingDemoEvent } from "./MessagingDemoEvent.js"

/** Formats the events of the messaging demo for a person. */
export function createMessagingDemoView(paint: Paint): EventFormatters<MessagingDemoEvent> {
  const title = (text: string): string => `\n${paint.bold(text)}`
  const facts = (pairs: readonly (readonly [string, string])[]): string => formatFacts(pairs, paint)
  return {
    ready: ({ chains, elapsed }) =>
      [
        `${paint.bold("Two chains in one process")}, ready in ${formatDuration(elapsed)}`,
        facts(chains.map(({ name, chainId }) => [name, `chain id ${chainId}`])),
      ].join("\n"),
    connected: ({ plugs }) =>
      [
        title("A counter on each, connected to the other"),
        facts(plugs.map(({ chainName, plug }) => [chainName, plug])),
      ].join("\n"),
    fees: ({ dstChainName: to, estimate, onChain }) =>
      [
        title(`What a message to ${to} costs`),
        facts([
          ["by the API", wei(estimate)],
          ["on-chain", wei(onChain)],
        ]),
      ].join("\n"),
    refused: ({ value, reason }) =>
      [title(`Sent with one wei less, ${value} wei`), `  ${paint.magenta("refused")}: ${reason}`].join("\n"),
    counters: ({ counters }) =>
      [title("The counters"), facts(Object.entries(counters).map(([chain, value]) => [chain, String(value)]))].join(
        "\n",
      ),
    sent: ({ amount, value, txHash, messageId }) =>
      [
        title(`Sent with exactly the fee, to add ${amount} on the other side`),
        facts([
          ["attached", wei(value)],
          ["transaction", txHash],
          ["message", messageId],
        ]),
        title("Its journey, as the messaging API tells it"),
      ].join("\n"),
    step: ({ step: { state } }) => `  ${paintStateColumn(state, paint)}  ${paint.dim(explainState(state))}`,
  }
}

function wei(amount: bigint): string {
  return `${formatAmount(amount, 18, "ETH")} (${amount} wei)`
}
