import type { Address, Hex } from "viem"

import type { PayloadStep, RequestStep } from "../../../src/gateway/following/trackers.js"
import type { FeesInfo } from "../../../src/gateway/types.js"
import type { ReadyEvent } from "../../demo/ReadyEvent.js"

/** A contract that the demo deployed on a chain, and its forwarder. */
export type DemoDeployment = {
  readonly chainName: string
  readonly onChainAddress: Address
  readonly forwarderAddress: Address
  readonly predicted: Address
}

/** An event of the gateway demo. */
export type GatewayDemoEvent =
  | ReadyEvent
  | {
      readonly event: "paid"
      readonly appGateway: Address
      readonly chainName: string
      /** In the smallest unit of the fee token, which has 18 decimals. */
      readonly amount: bigint
      readonly approvals: number
      readonly credits: bigint
    }
  | {
      readonly event: "called"
      readonly what: "deploy" | "write" | "read" | "revert"
      readonly txHash: Hex
    }
  | { readonly event: "step"; readonly step: PayloadStep | RequestStep }
  | { readonly event: "deployed"; readonly deployments: readonly DemoDeployment[] }
  | {
      readonly event: "counters"
      readonly counters: Readonly<Record<string, bigint>>
      readonly feesInfo: FeesInfo | null
    }
  | { readonly event: "sum"; readonly sum: bigint }
  | { readonly event: "scheduled"; readonly txHash: Hex; readonly timeoutId: string; readonly delay: number }
  | { readonly event: "travelled"; readonly seconds: number }
  | { readonly event: "fired"; readonly lateBy: number | null; readonly resolveTxHash: Hex | null }
  | { readonly event: "mended"; readonly what: "target" | "callback" }
  | { readonly event: "recovered"; readonly feesInfo: FeesInfo | null; readonly workSeen: bigint }
