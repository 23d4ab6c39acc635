import type { ExecutionStep, QuoteRoute, RouteStatus } from "../../swap/index.js"
import type { SwapOffer } from "../../plugin/run/swap/askForQuote.js"

/** What the account owns of a token. */
export type DemoBalance = {
  readonly chain: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: bigint
}

/** What the swap demo tells, one event after another. Whoever listens decides how it looks. */
export type SwapDemoEvent =
  | {
      readonly event: "ready"
      readonly chains: readonly { readonly name: string; readonly chainId: number }[]
      readonly elapsed: number
    }
  | { readonly event: "quoted"; readonly swap: "completed" | "refunded"; readonly offer: SwapOffer }
  | { readonly event: "chosen"; readonly route: QuoteRoute; readonly before: readonly DemoBalance[] }
  /** Somebody else buys what the swap is to buy, and its price goes up. */
  | {
      readonly event: "moved"
      readonly chain: string
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
