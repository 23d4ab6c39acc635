import type { Address } from "viem"

import type { OrForeign } from "../../../src/primitives/foreign.js"
import type { ExecutionStep, GetQuoteParameters, Quote, QuoteRoute, RouteStatus } from "../../../src/swap/index.js"
import type { QuoteFacts } from "../output/quoteTable.js"
import type { ReadyEvent } from "../../demo/ReadyEvent.js"

/** The routes that are offered for a swap. */
export type DemoOffer = QuoteFacts & {
  readonly request: Omit<GetQuoteParameters, "signal"> & { originChainId: number }
  readonly input: DemoToken
  readonly output: DemoToken
  readonly quote: Quote
}

type DemoToken = { readonly address: OrForeign<Address>; readonly symbol: string; readonly decimals: number }

/** The account's balance of a token. */
export type DemoBalance = {
  readonly chainName: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: bigint
}

/** An event of the swap demo. */
export type SwapDemoEvent =
  | ReadyEvent
  | { readonly event: "quoted"; readonly swap: "completed" | "refunded"; readonly offer: DemoOffer }
  | { readonly event: "chosen"; readonly route: QuoteRoute; readonly before: readonly DemoBalance[] }
  /** Another account buys the same token, and its price rises. */
  | {
      readonly event: "moved"
      readonly chainName: string
      readonly amount: bigint
      readonly decimals: number
      readonly symbol: string
    }
  | { readonly event: "step"; readonly step: ExecutionStep }
  | {
      readonly event: "ended"
      readonly route: RouteStatus
      readonly before: readonly DemoBalance[]
      readonly after: readonly DemoBalance[]
    }
