import { type Address, type Hex, isAddressEqual } from "viem"

import { confirmDelivery } from "../reading/confirmDelivery.js"
import type { ReadExecutionParameters } from "../reading/execution/readExecution.js"
import { type Journey, mostLegs, type ReadableChain } from "../reading/Journey.js"
import { readDetails } from "../reading/readDetails.js"
import { readJourneys, type ReadJourneysParameters } from "../reading/readJourneys.js"
import type { Message } from "../types.js"
import { faultOfConnection, isRefused } from "./finding/findReadingCauses.js"
import { findTrouble, findWait, isAheadOfChains, isOfUnknownAge, type MessageCase, type Wait } from "./MessageCase.js"
import { devnetStageTimes, type StageTimes } from "./stageTimes.js"
import { readDevnetRelay } from "#src/explaining/devnetRelay.js"
import type { Knows } from "#src/explaining/remedy.js"
import { type Clock, latestTime } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** A transaction that sent messages. */
export type Sending = { readonly src: ReadableChain; readonly srcTxHash: Hex }

export type ReadCasesOptions = Pick<ReadExecutionParameters, "abis" | "findSource"> & {
  readonly chainOf: ReadJourneysParameters["chainOf"]
  /** What the API says of the messages of a transaction; `undefined` if it was not asked, or does not answer. */
  readonly reportOn: (sending: Sending) => Promise<readonly Message[] | undefined>
  readonly stageTimes: StageTimes
  readonly isKnown: Knows | undefined
  readonly clock: Clock
}

/**
 * Reads everything that is known of messages, and of those which their deliveries sent on.
 *
 * @param journeys the messages that `sending` sent
 */
export async function readCases(
  sending: Sending,
  journeys: readonly Journey[],
  options: ReadCasesOptions,
  legs: number = mostLegs,
): Promise<readonly MessageCase[]> {
  if (journeys.length === 0) return []
  const messages = await options.reportOn(sending)
  const cases = await Promise.all(journeys.map((journey) => readCase(sending, journey, messages, options)))
  if (legs === 0) return cases
  const next = await Promise.all(cases.map((subject) => readNext(subject, options, legs - 1)))
  return [...cases, ...next.flat()]
}

async function readNext(
  { journey: { arrival }, details: { outcome } }: MessageCase,
  options: ReadCasesOptions,
  legs: number,
): Promise<readonly MessageCase[]> {
  if ("problem" in arrival || typeof arrival.executed !== "object") return []
  if (outcome === undefined || "problem" in outcome || outcome.sent.length === 0) return []
  const sending = { src: arrival.chain, srcTxHash: arrival.executed.transactionHash }
  const journeys = await readJourneys({ ...sending, chainOf: options.chainOf })
  const own = journeys.filter(({ message }) => outcome.sent.some(({ messageId }) => messageId === message.messageId))
  return await readCases(sending, own, options, legs)
}

async function readCase(
  { src, srcTxHash }: Sending,
  first: Journey,
  messages: readonly Message[] | undefined,
  { chainOf, abis, findSource, stageTimes, isKnown, clock }: ReadCasesOptions,
): Promise<MessageCase> {
  const { messageId } = first.message
  const reported = messages?.find((message) => message.messageId === messageId)
  // The API can have learned of something after the chains were read.
  const isBehind = reported !== undefined && isAheadOfChains(first, reported)
  const again = isBehind ? await readJourneys({ src, srcTxHash, messageId, chainOf }) : []
  const journey = again[0] ?? first
  const found = findWait(journey, { stageTimes, now: latestTime(clock) })
  const trouble = await readTrouble(journey, found, stageTimes)
  const isLate = found !== undefined && (found.isLate || trouble?.isPaused === true)
  // A watcher whose key the devnet does not have attests nothing by itself.
  const asksWatchers = isLate || (found?.stage === "attest" && trouble !== undefined)
  const late = asksWatchers ? found.stage : undefined
  const asked = { reported, abis, findSource, late, isStopped: isStopped(journey, isLate) }
  const details = await readDetails(journey, asked)
  const isForeign = (address: Address) => trouble?.watchers.every((own) => !isAddressEqual(own, address)) === true
  const wait = found && { ...found, isLate: isLate || details.watchers?.some(isForeign) === true }
  const isApiRead = messages !== undefined
  const [dispute, isStrangers] = await Promise.all([readDispute(journey, clock), readStranger(journey, isKnown)])
  return { journey, reported, isApiRead, wait, trouble, details, dispute, isStrangers, stageTimes, now: clock.now() }
}

/** Whether a message is stopped before its execution. A plug that is not connected to the sender refuses it for that alone. */
function isStopped(journey: Journey, isLate: boolean): boolean {
  const { arrival } = journey
  if ("problem" in arrival || faultOfConnection(journey) !== undefined) return false
  return isLate || arrival.switchboard?.isTripped === true || arrival.switchboard?.isPathTripped === true
}

/** Whether a message goes to a plug of the project that does not take it, from one that is not the project's. */
async function readStranger(journey: Journey, isKnown: Knows | undefined): Promise<boolean> {
  const { src, message } = journey
  if (isKnown === undefined || !isRefused(journey)) return false
  const isOwn = await isKnown({ slug: message.dstChainSlug, address: message.dstPlug })
  return isOwn && !(await isKnown({ slug: src.slug, address: message.srcPlug }))
}

/** Reads whether the chain's other nodes agree that a message was delivered. */
async function readDispute({ arrival, message }: Journey, clock: Clock): Promise<string | undefined> {
  if ("problem" in arrival || arrival.executed === false) return undefined
  try {
    await confirmDelivery(message, arrival.chain, { saidBy: "node", clock })
    return
  } catch (error) {
    if (isPlugsError(error)) return error.shortMessage
    throw error
  }
}

async function readTrouble(
  { src, arrival }: Journey,
  wait: Wait | undefined,
  stageTimes: StageTimes,
): Promise<MessageCase["trouble"]> {
  if (wait === undefined || !(wait.isSlow || isOfUnknownAge(wait)) || stageTimes !== devnetStageTimes) return undefined
  const isRead = !("problem" in arrival)
  const chain = wait.stage === "seal" ? src : isRead ? arrival.chain : undefined
  const relay = chain && (await readDevnetRelay(chain.client))
  return relay && findTrouble(wait, relay, chain.slug)
}
