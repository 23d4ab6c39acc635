import type { GatewayJob } from "../../devnet/gateway/ledger/jobs.js"
import type { PayloadRecord } from "../../devnet/gateway/ledger/types.js"
import { jobStages, payloadStages } from "../../devnet/gateway/stages.js"
import type { MarketJob } from "../../devnet/market/ledger/ledger.js"
import type { MessageRecord } from "../../devnet/messaging/MessageRecord.js"
import { messagingStages } from "../../devnet/messaging/stages.js"
import type { Stage } from "../../devnet/stages.js"

/** Something that waits for a stage. */
export type Waiting =
  | { readonly kind: "message"; readonly item: MessageRecord }
  | { readonly kind: "payload"; readonly item: PayloadRecord }
  | { readonly kind: "job"; readonly item: GatewayJob }
  | { readonly kind: "route"; readonly item: MarketJob }

/** Tells what an item is by the stage that it waits for. */
export function waitingFor(stage: Stage, item: unknown): Waiting {
  if (stage in messagingStages) return { kind: "message", item: item as MessageRecord }
  if (stage in payloadStages) return { kind: "payload", item: item as PayloadRecord }
  return stage in jobStages ? { kind: "job", item: item as GatewayJob } : { kind: "route", item: item as MarketJob }
}

/** Its status, if it has one. */
export function statusOf(waiting: Waiting): string | undefined {
  return waiting.kind === "message" || waiting.kind === "payload" ? waiting.item.status : undefined
}

/** The id that its queue knows it by. */
export function idOf({ kind, item }: Waiting): string {
  if (kind === "message") return item.outbound.messageId
  return kind === "payload" ? item.payloadId : item.id
}
