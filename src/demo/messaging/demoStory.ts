import type { MessageStep } from "../../messaging/following/messageTracker.js"
import { formatAmount } from "../../primitives/amount.js"
import { formatDuration } from "../../primitives/duration.js"
import { explainState, paintStateColumn } from "../../terminal/core/paintState.js"
import { formatFacts } from "../../terminal/core/table.js"
import type { Paint } from "../../terminal/core/terminal.js"

/** Says what happens in a demo, in the words of the protocol. */
export type DemoStory = {
  ready(chains: readonly { readonly name: string; readonly chainId: number }[], elapsed: number): string
  connected(plugs: readonly { readonly chain: string; readonly plug: string }[]): string
  fees(to: string, estimate: bigint, onChain: bigint): string
  refused(value: bigint, reason: string): string
  counters(counters: Readonly<Record<string, bigint>>): string
  sent(amount: bigint, value: bigint, hash: string, messageId: string): string
  step(step: MessageStep): string
}

export function createDemoStory(paint: Paint): DemoStory {
  const title = (text: string): string => `\n${paint.bold(text)}`
  return {
    ready: (chains, elapsed) =>
      [
        `${paint.bold("Two chains in one process")}, ready in ${formatDuration(elapsed)}`,
        formatFacts(
          chains.map(({ name, chainId }) => [name, `chain id ${chainId}`]),
          paint,
        ),
      ].join("\n"),
    connected: (plugs) =>
      [
        title("A counter on each, connected to the other"),
        formatFacts(
          plugs.map(({ chain, plug }) => [chain, plug]),
          paint,
        ),
      ].join("\n"),
    fees: (to, estimate, onChain) =>
      [
        title(`What a message to ${to} costs`),
        formatFacts(
          [
            ["by the API", wei(estimate)],
            ["on-chain", wei(onChain)],
          ],
          paint,
        ),
      ].join("\n"),
    refused: (value, reason) =>
      [title(`Sent with one wei less, ${value} wei`), `  ${paint.yellow("refused")}: ${reason}`].join("\n"),
    counters: (counters) =>
      [
        title("The counters"),
        formatFacts(
          Object.entries(counters).map(([chain, value]) => [chain, String(value)]),
          paint,
        ),
      ].join("\n"),
    sent: (amount, value, hash, messageId) =>
      [
        title(`Sent with exactly the fee, to add ${amount} on the other side`),
        formatFacts(
          [
            ["attached", wei(value)],
            ["transaction", hash],
            ["message", messageId],
          ],
          paint,
        ),
        title("Its journey, as the messaging API tells it"),
      ].join("\n"),
    step: ({ state }) => `  ${paintStateColumn(state, paint)}  ${paint.dim(explainState(state))}`,
  }
}

function wei(amount: bigint): string {
  return `${formatAmount(amount, 18, "ETH")} (${amount} wei)`
}
