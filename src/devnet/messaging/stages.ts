import type { MessageRecord } from "./MessageRecord.js"
import type { MessageStatus } from "#src/messaging/states.js"

/** What the actors do to a message, in order. To add one: the queue in `openMessaging.ts`, an actor in `actors/`, and `ledger.ts`. */
export type MessagingStage = "seal" | "propose" | "attest" | "verify" | "simulate" | "execute"

type StageInfo = {
  /** The statuses of the messages that wait for the stage. */
  readonly takes: readonly MessageStatus[]
  /** The one of a message's two chains that the stage works on. */
  readonly on: "source" | "destination"
}

export const messagingStages: Readonly<Record<MessagingStage, StageInfo>> = {
  seal: { takes: ["RECEIVED"], on: "source" },
  propose: { takes: ["SEALED"], on: "destination" },
  attest: { takes: ["PROPOSED"], on: "destination" },
  verify: { takes: ["ATTESTED"], on: "destination" },
  simulate: { takes: ["VERIFIED", "INBOUND_REVERTING"], on: "destination" },
  execute: { takes: ["EXECUTING"], on: "destination" },
}

export function chainOfStage(stage: MessagingStage, { outbound }: MessageRecord): number {
  return messagingStages[stage].on === "source" ? outbound.srcChainSlug : outbound.dstChainSlug
}
