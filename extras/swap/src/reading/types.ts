import type { Abi, Client, Hex, TransactionReceipt } from "viem"

import type { DepositRecord } from "../execution/journal/depositRecords.js"
import type { JournalEntry, Submission } from "../execution/types.js"
import type { Quote, RouteStatus } from "../types.js"
import type { GetQuoteParameters } from "../wire/parameters/types.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import type { Unit } from "#src/primitives/numbers/amount.js"

/** A chain that a swap begins or ends on. */
export type SwapChain = {
  readonly client: Client
  readonly chainId: number
  /** What it is called in sentences and commands. */
  readonly name: string
  /** The Hardhat network that reaches it. Default: the one of its name. */
  readonly network?: string | undefined
}

/** A chain that cannot be read, and why, as the end of a sentence. */
export type UnreadChain = Omit<SwapChain, "client"> & { readonly client?: never; readonly problem: string }

/** What was recorded of a swap where it was executed. */
export type SwapRecord = {
  /** The latest entry of the journal. */
  readonly entry?: JournalEntry | undefined
  /** What was shown to the payer, if it is paid by a deposit. */
  readonly deposit?: DepositRecord | undefined
  /** The process that holds the quote's lock, and its host. */
  readonly heldBy?: string | undefined
  /** The folder that it is recorded in. */
  readonly folder: string
  /** Whether it was executed on a local chain that has been started again since. Default: false. */
  readonly isOfAnotherChain?: boolean | undefined
}

/** What the swap API says of a quote: a claim, until a chain confirms it. */
export type RouteAnswer =
  | { readonly kind: "route"; readonly route: RouteStatus }
  | { readonly kind: "unknown quote" }
  | { readonly kind: "no answer"; readonly says: string }

/** What became of the transaction on the origin chain. */
export type Sending =
  /** Nothing was signed, as far as is known. */
  | { readonly kind: "nothing" }
  /** It was signed, and no node has it. */
  | { readonly kind: "signed"; readonly submission: Submission }
  | { readonly kind: "pending"; readonly hash: Hex }
  /** It was sent, and the node has it no more. */
  | { readonly kind: "lost"; readonly hash: Hex; readonly submission: Submission | undefined }
  /** Another transaction has its nonce, so that it can never be mined. */
  | { readonly kind: "replaced"; readonly hash: Hex | undefined; readonly by: Hex | undefined; readonly why?: string }
  | {
      readonly kind: "mined"
      readonly hash: Hex
      readonly receipt: TransactionReceipt
      /** Seconds since 1970. */
      readonly at: number
    }
  /** The node does not tell. */
  | { readonly kind: "unclear"; readonly says: string }

export type SwapCase = {
  /** The quote's id, or the hash of a transaction that nothing is known of. */
  readonly id: string
  readonly record: SwapRecord | undefined
  readonly api: RouteAnswer
  /** `undefined` if nothing tells which chain it is. */
  readonly origin: SwapChain | UnreadChain | undefined
  readonly destination: SwapChain | UnreadChain | undefined
  readonly sending: Sending
  /** The number of the origin chain's newest block; `null` if it cannot be read. */
  readonly originBlock: bigint | null
  /** The unit of the input token, if its chain says it. */
  readonly unit: Unit | undefined
  /** Seconds since 1970: the later one of the machine's time and of the origin chain's. */
  readonly now: number
  /** Gets a new quote; `undefined` if the API gives none in time. */
  readonly getQuote: (request: GetQuoteParameters) => Promise<Quote | undefined>
  readonly explainMessages: ExplainMessages | undefined
  /** ABIs of the contracts that may revert. */
  readonly abis: readonly Abi[]
  readonly signal: AbortSignal | undefined
}

/** The part of it that tells where a swap has paid. */
export type SentSwap = Pick<SwapCase, "id" | "api" | "origin" | "destination" | "sending" | "now"> & {
  readonly record: Pick<SwapRecord, "entry" | "deposit"> | undefined
}

/**
 * Explains the messages that a transaction sent over a provider's bridge, as `explainMessage` of `hardhat-plugs/messaging` does.
 *
 * @returns `undefined` if it sent none, or if nothing can be read of them
 */
export type ExplainMessages = (sent: {
  readonly chain: SwapChain
  readonly txHash: Hex
  readonly signal: AbortSignal | undefined
}) => Promise<Explanation | undefined>
