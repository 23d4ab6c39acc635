import type { MessageStatus } from "../../messaging/states.js"
import type { MessageRecord } from "../ledger.js"

/** What the actors do to a message, in order. */
export type Stage = "seal" | "propose" | "attest" | "verify" | "simulate" | "execute"

type StageInfo = {
  /** The statuses that the stage takes up. */
  readonly takes: readonly MessageStatus[]
  /** On which of a message's two chains it works. */
  readonly on: "source" | "destination"
}

export const stages: Readonly<Record<Stage, StageInfo>> = {
  seal: { takes: ["RECEIVED"], on: "source" },
  propose: { takes: ["SEALED"], on: "destination" },
  attest: { takes: ["PROPOSED"], on: "destination" },
  verify: { takes: ["ATTESTED"], on: "destination" },
  simulate: { takes: ["VERIFIED", "INBOUND_REVERTING"], on: "destination" },
  execute: { takes: ["EXECUTING"], on: "destination" },
}

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
