import type { MessageStatus } from "../../messaging/states.js"
import type { MessageRecord } from "../ledger.js"

/** What the actors do to a message, in order: which statuses each stage takes up, and on which of its two chains it works. */
export const stages = {
  seal: { takes: ["RECEIVED"], on: "source" },
  propose: { takes: ["SEALED"], on: "destination" },
  attest: { takes: ["PROPOSED"], on: "destination" },
  verify: { takes: ["ATTESTED"], on: "destination" },
  simulate: { takes: ["VERIFIED", "INBOUND_REVERTING"], on: "destination" },
  execute: { takes: ["EXECUTING"], on: "destination" },
} as const satisfies Record<string, { takes: readonly MessageStatus[]; on: "source" | "destination" }>

export type Stage = keyof typeof stages

/** One actor's part in one stage on one chain. */
export type Worker = {
  readonly stage: Stage
  readonly chainSlug: number
  /**
   * Does the stage's work on these messages and brings the ledger up to date. A message that could not be moved is left as it is,
   * and comes again.
   */
  perform(records: readonly MessageRecord[]): Promise<void>
}

/** The chain on which a stage works on a message. */
export function chainOfStage(stage: Stage, { outbound }: MessageRecord): number {
  return stages[stage].on === "source" ? outbound.srcChainSlug : outbound.dstChainSlug
}
