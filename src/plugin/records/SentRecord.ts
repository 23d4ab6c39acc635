import type { Address, Hex } from "viem"

export type SentMessage = { readonly messageId: Hex; readonly dstChainSlug: number; readonly dstPlug: Address }

/** A transaction that a task sent to a plug. */
export type SentRecord = {
  /** When it was submitted, in milliseconds since 1970. */
  readonly at: number
  readonly srcChainSlug: number
  /** The first block of a local chain, which tells it from the one that ran before it. */
  readonly genesis?: Hex | undefined
  readonly hash: Hex
  readonly plug: Address
  readonly account: Address
  readonly functionName: string
  /** The nonce that the node gave it, once the node has shown it. */
  readonly nonce?: number | undefined
  /** The newest block before it was submitted. */
  readonly fromBlock?: number | undefined
  /** The block that it was seen in. */
  readonly block?: { readonly number: number; readonly hash: Hex } | undefined
  /** What it sent; empty until its receipt was seen. */
  readonly messages: readonly SentMessage[]
}

/** The most messages of one transaction that are remembered. The chain has the others. */
export const maxMessages = 50
