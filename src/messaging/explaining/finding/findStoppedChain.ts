import type { MessageCase, MessageCause } from "../MessageCase.js"
import type { MessageCauseName } from "../messageCauses.js"
import { devnetStageTimes } from "../stageTimes.js"
import { chainUnmined } from "#src/explaining/devnetRelay.js"
import { readIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import { formatDuration } from "#src/primitives/duration.js"

/** What is only known by the time that has passed, which means nothing on a chain that stands still. */
const byTimeAlone: readonly MessageCauseName[] = ["not-sealed", "not-proposed", "attestations-missing", "not-executed"]

/** Adds that the chain mines no block on which the message waits for an actor, and doubts what follows from time alone. */
export function addStoppedChain(subject: MessageCase, causes: readonly MessageCause[]): readonly MessageCause[] {
  const still = causes.some(({ name }) => name === "chain-stands-still") ? undefined : findStoppedChain(subject)
  if (still === undefined) return causes
  const doubted = (cause: MessageCause): MessageCause =>
    byTimeAlone.includes(cause.name) ? { ...cause, certainty: "possible" } : cause
  return [still, ...causes.map(doubted)]
}

function findStoppedChain({ journey, wait, trouble, stageTimes, now }: MessageCase): MessageCause | undefined {
  const { src, srcHead, arrival } = journey
  if (wait === undefined) return undefined
  if (wait.stage !== "seal" && "problem" in arrival) return undefined
  const { chain, head } = wait.stage === "seal" || "problem" in arrival ? { chain: src, head: srcHead } : arrival
  if (trouble?.isUnmined === true) return chainUnmined(chain.name)
  // A devnet's chain mines only what is sent, and the clock of tests, whose messages are stuck at once, is that of their chains.
  const age = Math.floor(now / 1_000) - Number(head.timestamp)
  const stuckAfter = Math.max(0, stageTimes[wait.stage].stuckAfter)
  if (stageTimes === devnetStageTimes || !wait.isLate || age <= stuckAfter) return undefined
  const old = `${formatDuration(age * 1_000)} old`
  return {
    name: "chain-stands-still",
    certainty: "likely",
    says: `The newest block of ${chain.name} is ${old}: the chain stands still, or its node lags behind.`,
    evidence: [readIn(chain, head.number, `The newest block is ${old}.`)],
    fix: byOthers(`use another node of ${chain.name}; if that has no newer block, its operator has to mine one`),
  }
}
