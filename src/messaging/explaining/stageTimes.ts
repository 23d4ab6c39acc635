/** What a message waits for, in order. */
export type Stage = "seal" | "propose" | "attest" | "execute"

/** How long a stage takes, in seconds. */
export type StageTime = {
  /** Nearly every message has passed the stage after this time. */
  readonly typical: number
  /** A message that waits for longer than this waits for somebody. */
  readonly stuckAfter: number
}

export type StageTimes = Readonly<Record<Stage, StageTime>>

/**
 * Of the deployed system, where a fast path takes 3 to 10 minutes from end to end. A message is called stuck late rather than early: after
 * more than twice the time that all stages take together.
 */
export const deployedStageTimes: StageTimes = {
  seal: { typical: 120, stuckAfter: 30 * 60 },
  propose: { typical: 180, stuckAfter: 30 * 60 },
  attest: { typical: 180, stuckAfter: 30 * 60 },
  execute: { typical: 120, stuckAfter: 30 * 60 },
}

/** Of a devnet, whose actors work on a message at once. Its options `blockTime` and `pace` make it slower. */
export const devnetStageTimes: StageTimes = {
  seal: { typical: 1, stuckAfter: 60 },
  propose: { typical: 1, stuckAfter: 60 },
  attest: { typical: 1, stuckAfter: 60 },
  execute: { typical: 1, stuckAfter: 60 },
}
