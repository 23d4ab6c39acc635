import type { Address, Hex } from "viem"

import type { DevnetChain } from "../../../src/devnet/index.js"
import type { MessageStep } from "../../../src/messaging/index.js"
import type { ReadyEvent } from "../../demo/ReadyEvent.js"

type DemoChain = Pick<DevnetChain, "name" | "chainId" | "slug" | "rpcUrl">

/** An event of the messaging demo. Amounts are in wei. */
export type MessagingDemoEvent =
  | ReadyEvent<DemoChain>
  | { readonly event: "connected"; readonly plugs: readonly { readonly chainName: string; readonly plug: Address }[] }
  | { readonly event: "fees"; readonly dstChainName: string; readonly estimate: bigint; readonly onChain: bigint }
  | { readonly event: "refused"; readonly value: bigint; readonly reason: string }
  | { readonly event: "counters"; readonly counters: Readonly<Record<string, bigint>> }
  | {
      readonly event: "sent"
      readonly amount: bigint
      readonly value: bigint
      readonly txHash: Hex
      readonly messageId: Hex
    }
  | { readonly event: "step"; readonly step: MessageStep }
