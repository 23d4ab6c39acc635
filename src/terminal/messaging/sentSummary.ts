import { formatAmount } from "../../primitives/amount.js"
import { formatFacts } from "../core/table.js"
import type { Paint } from "../core/terminal.js"

export type SentFacts = {
  readonly hash: string
  /** Wei. */
  readonly fee: bigint
  /** Wei, the fee included. */
  readonly value: bigint
  readonly messages: readonly {
    readonly messageId: string
    readonly dstChainSlug: number
    /** What the socket got for the message. */
    readonly fees: {
      readonly transmissionFees: bigint
      readonly executionFee: bigint
      readonly switchboardFees: bigint
    }
  }[]
}

/** Summarizes what a transaction sent, and the value that was attached to it. */
export function sentSummary(
  { hash, fee, value, messages }: SentFacts,
  chainName: (slug: number) => string,
  paint: Paint,
): string {
  const ids = messages.map(({ messageId, dstChainSlug }): [string, string] => [
    `to ${chainName(dstChainSlug)}`,
    messageId,
  ])
  return [
    headline(messages.length, paint),
    formatFacts(
      [
        ["transaction", hash],
        ["fee", wei(fee)],
        ["attached", `${wei(value)}${whereTheRestWent({ fee, value, messages })}`],
        ...ids,
      ],
      paint,
    ),
  ].join("\n")
}

/** A plug that hands on all that is attached pays the margin to the socket, too. */
function whereTheRestWent({ fee, value, messages }: Omit<SentFacts, "hash">): string {
  if (fee === 0n || messages.length === 0) return ""
  const paid = messages.reduce(
    (sum, { fees }) => sum + fees.transmissionFees + fees.executionFee + fees.switchboardFees,
    0n,
  )
  return paid >= value ? "; all of it went to the socket" : "; the rest was refunded"
}

function headline(messages: number, paint: Paint): string {
  if (messages === 0) {
    return paint.yellow(
      "The transaction sent no message, although its simulation did. The plug can keep what was attached.",
    )
  }
  return paint.green(messages === 1 ? "Sent one message." : `Sent ${messages} messages.`)
}

function wei(amount: bigint): string {
  return `${formatAmount(amount, 18)} (${amount} wei)`
}
