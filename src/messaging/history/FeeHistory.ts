import type { Spread } from "#src/primitives/numbers/spread.js"

// To add a figure: read it in `measureMessages.ts`, label it in `tasks/messaging/output/feeHistory.ts`, and name it in
// `scripts/schemas/tasks/messaging-fees.ts`.

/** What delivering a message cost, or several did. In wei of the source chain, unless it says otherwise. */
export type MessageFees<Amount> = {
  /** What the API estimates now. What it estimated when the message was sent is recorded nowhere. */
  readonly estimatedNow: Amount
  /** What the socket demanded in the block of the sending. */
  readonly demanded: Amount
  /** What it demands now, for messages of which the node does not know what it demanded. */
  readonly demandedNow: Amount
  /** What was attached. Messages of one plug in one transaction share it by what the socket got for each. */
  readonly attached: Amount
  /** What the plug gave back, shared likewise. */
  readonly refunded: Amount
  /** What the socket got. */
  readonly paid: Amount
  /** Gas of the execution. Messages that one transaction executed share it. */
  readonly gasUsed: Amount
  /** That gas at its effective price, and what a rollup charged for data, in wei of the destination chain. */
  readonly deliveryCost: Amount
}

/** The messages of a path. */
export type FeePath = {
  readonly srcChainSlug: number
  readonly dstChainSlug: number
  readonly sent: number
  /** `null` if the destination was not read. */
  readonly delivered: number | null
  /** How many of those that were delivered are measured: the newest 500. */
  readonly measured: number
  /** `null` where it is not known of any. */
  readonly fees: MessageFees<Spread | null>
  /** What further messages will cost, each as the spread says: by what was attached, and by the gas of delivering at its price of now. */
  readonly forecast: { readonly byPast: Spread | null; readonly byGas: Spread | null } | null
}

/** What messages have cost, path by path. */
export type FeeHistory = {
  readonly paths: readonly FeePath[]
  readonly searched: readonly { readonly chainSlug: number; readonly fromBlock: bigint; readonly toBlock: bigint }[]
  /** What could not be read, and why. `chainSlug` is `null` for the API. */
  readonly problems: readonly { readonly chainSlug: number | null; readonly says: string }[]
}
