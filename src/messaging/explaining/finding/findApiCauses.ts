import type { Journey, ReadableChain } from "../../reading/Journey.js"
import { hasReached } from "../../states.js"
import type { Message } from "../../types.js"
import { onceCaughtUp, retryFix } from "../fixes.js"
import {
  type ApiSilence,
  isAheadOfChains,
  isSaidDelivered,
  isSaidFailing,
  listCauses,
  type MessageCase,
  type MessageCause,
  placeOfStatus,
  placeReported,
  places,
  shownStatusOf,
} from "../MessageCase.js"
import type { MessageCauseName } from "../messageCauses.js"
import { readIn } from "#src/explaining/evidence.js"
import type { Fix } from "#src/explaining/explain.js"
import type { Mined } from "#src/onchain/logs.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { formatDuration } from "#src/primitives/duration.js"
import { shorten } from "#src/primitives/text.js"

/** How long the API may take to learn of something, in milliseconds. */
const apiDelayMs = 60_000

const source = "the messaging API"

export function findSilence(silence: ApiSilence | undefined, { name }: ReadableChain): readonly MessageCause[] {
  if (silence === undefined) return []
  const { says: sayProblem, ...cause } = silences[silence.kind]
  const says = `${sayProblem(name)} This does not stop the message, and everything here was read from the chains.`
  return [{ ...cause, certainty: "possible", says, evidence: [{ source, says: shorten(silence.says, 200) }] }]
}

const doctor = "npx hardhat plugs doctor"

type Silence = { readonly name: MessageCauseName; readonly says: (chain: string) => string; readonly fix: Fix }

const silences: Readonly<Record<ApiSilence["kind"], Silence>> = {
  "unknown chain": {
    name: "api-unknown-chain",
    says: (chain) => `The messaging API does not know ${chain}.`,
    fix: { who: "set plugs.messaging.baseUrl to the API of these chains", command: doctor },
  },
  "key refused": {
    name: "api-key-refused",
    says: () => "The messaging API refuses the API key.",
    fix: { who: "set plugs.messaging.apiKey to a key of this API", command: doctor },
  },
  "no answer": {
    name: "api-unreachable",
    says: () => "The messaging API does not answer.",
    fix: { who: "check plugs.messaging.baseUrl, or ask the operator of the API", command: doctor },
  },
}

export function findApiCauses(subject: MessageCase): readonly MessageCause[] {
  const { journey, reported, isApiRead } = subject
  if (!isApiRead) return []
  // The API does not count a proposal with which the message cannot be executed.
  const place = placeOfStatus(shownStatusOf(journey))
  if (reported === undefined) return listCauses(apiBehind(subject, place))
  if (isAheadOfChains(journey, reported)) return [chainBehind(journey, reported)]
  return placeOfStatus(reported.status) < place ? listCauses(apiBehind(subject, place)) : []
}

function apiBehind({ journey, reported, now }: MessageCase, place: number): MessageCause | undefined {
  const mined = whereReached(journey, place)
  if (mined?.timestamp === undefined || mined.timestamp === null) return undefined
  const age = now - Number(mined.timestamp) * 1000
  if (age < apiDelayMs) return undefined
  const { message, src, arrival } = journey
  const chain = place < 2 || "problem" in arrival ? src : arrival.chain
  const status = reported && shorten(reported.status, 40)
  const behind = status === undefined ? "it does not know the message" : `it says ${status}`
  const reached = places[place] ?? ""
  return {
    name: "api-behind",
    certainty: "likely",
    says: `The messaging API is behind: ${behind}, and ${chain.name} shows that it was ${reached} ${formatDuration(age)} ago.`,
    evidence: [
      { source, says: status === undefined ? "It has no such message." : `The message is ${status}.` },
      readIn(chain, mined.blockNumber, `It was ${reached} in ${mined.transactionHash}.`),
    ],
    fix: {
      who: "nothing, the API will catch up; the message is delivered without it",
      command: explainMessageCommand(message.messageId),
    },
  }
}

function whereReached({ sent, sealed, arrival }: Journey, place: number): Mined | undefined {
  if (place === 0) return sent
  if (place === 1) return typeof sealed === "object" ? (sealed ?? undefined) : undefined
  if ("problem" in arrival) return undefined
  if (place === 2) return arrival.proposals.find(({ mined }) => mined !== null)?.mined ?? undefined
  return typeof arrival.executed === "object" ? arrival.executed : undefined
}

function chainBehind({ src, srcHead, message, arrival }: Journey, reported: Message): MessageCause {
  const status = shorten(reported.status, 40)
  const place = placeReported(reported)
  const { chain, head } = place === 1 || "problem" in arrival ? { chain: src, head: srcHead } : arrival
  const reached = places[place] ?? ""
  const time = new Date(Number(head.timestamp) * 1000).toISOString()
  return {
    name: "chain-behind",
    certainty: "likely",
    says: `The messaging API says ${status}, and the node of ${chain.name} does not show that the message was ${reached}: the node lags behind, follows another fork, or a reorg took it back.`,
    evidence: [
      { source, says: `The message is ${status}.` },
      readIn(chain, head.number, `The message was not ${reached} there. The block is of ${time}.`),
    ],
    fix: onceCaughtUp(chain, explainMessageCommand(message.messageId)),
  }
}

/** Causes that a state after the switchboard contradicts. */
const beforeAcceptance: ReadonlySet<MessageCauseName> = new Set<MessageCauseName>([
  "attestations-missing",
  "own-switchboard",
  "switchboard-fails",
  "below-initial-packet",
])

/**
 * Weighs what the chains show of a message against a state of the API that is further on: the node may lag behind or be of another chain,
 * so that none of it is certain. What the API says was delivered must not be sent again.
 */
export function weighAgainstApi(
  { journey, reported }: MessageCase,
  causes: readonly MessageCause[],
): readonly MessageCause[] {
  if (reported === undefined) return causes
  const isAhead = isAheadOfChains(journey, reported) && placeReported(reported) >= 2
  const isAccepted = hasReached(reported.status, "VERIFIED")
  return causes.map((cause): MessageCause => {
    if (ofReading.includes(cause.name)) return cause
    const fix = "compare both before anything else is done, because the message counts as delivered"
    const weighed: MessageCause = isSaidDelivered(reported) ? { ...cause, certainty: "likely", fix } : cause
    if (isAhead) return { ...weighed, certainty: "possible" }
    return isAccepted && beforeAcceptance.has(cause.name) ? { ...weighed, certainty: "likely" } : weighed
  })
}

/** Causes that say who could be read. */
const ofReading: readonly MessageCauseName[] = ["chain-behind", "api-behind", "chain-not-read"]

/** The API reports that the execution fails, and nothing was found that says why. */
export function findReportedFailure({ journey, reported, details }: MessageCase): MessageCause | undefined {
  const { arrival, message } = journey
  if (!isSaidFailing(reported) || "problem" in arrival || arrival.executed !== false) return undefined
  const { status } = reported
  const isGivenUp = status === "EXECUTION_FAILURE"
  const isOver = details.execution?.execute === "succeeds"
  const now = isOver ? " In a simulation its execution succeeds now." : " What was read does not show why."
  return {
    name: isGivenUp ? "given-up" : "inbound-reverts",
    certainty: "likely",
    says: `The messaging API says ${status}: the execution of the message at the plug ${message.dstPlug} on ${arrival.chain.name} has failed${isGivenUp ? ", and is not tried again" : ""}.${now}`,
    evidence: [{ source, says: `The message is ${status}.` }],
    ...(details.execution === undefined ? {} : { fix: () => retryFix(journey, arrival) }),
  }
}
