import type { ExplainedItem } from "../../../explaining/Explanation.js"
import { formatDuration } from "../../../primitives/duration.js"
import type { Arrival, Journey } from "../../reading/types.js"
import { messageStates, type MessageStatus } from "../../states.js"
import { findWait, type Wait } from "./findWait.js"
import { knownStatusOf, statusOf } from "../statusOf.js"
import type { MessageCase } from "../types.js"

/** Says where a message is, for how long, and how long such a stage takes. */
export function describeItem(subject: MessageCase): ExplainedItem {
  const { journey } = subject
  const { messageId } = journey.message
  const status = knownStatusOf(subject)
  const wait = findWait(subject)
  if (wait === undefined) {
    const { arrival } = journey
    const executed = "problem" in arrival ? false : arrival.executed
    const since = typeof executed === "object" ? executed.timestamp : null
    return { id: messageId, status, says: saysDelivered(journey), since: since === null ? null : Number(since) }
  }
  const says = [saysPlace(status, journey), ...saysUnread(status, journey), ...saysNext(subject, status, wait)].join(
    " ",
  )
  return { id: messageId, status, says, since: wait.since }
}

function saysDelivered({ arrival, message }: Journey): string {
  const { executed, chain } = arrival as Arrival
  const where = executed === true ? "" : ` in ${(executed as { transactionHash: string }).transactionHash}`
  return `The message was delivered to the plug ${message.dstPlug} on ${chain.name}${where}.`
}

/** Where the message is. */
function saysPlace(status: MessageStatus, { src, arrival, message }: Journey): string {
  const dst = "problem" in arrival ? `chain ${String(message.dstChainSlug)}` : arrival.chain.name
  switch (status) {
    case "RECEIVED":
      return `The message was sent on ${src.name} and is not sealed into a packet yet.`
    case "SEALED":
      return `The message was sealed into a packet on ${src.name}, which is not proposed on ${dst} yet.`
    case "PROPOSED":
      return `The packet of the message was proposed on ${dst}, and its switchboard does not let it pass yet.`
    case "ATTESTED":
      return `The packet of the message was attested on ${dst}, and its switchboard does not let it pass yet.`
    case "VERIFIED":
    case "CONFIRMED":
      return `The packet of the message was let pass on ${dst}, and the message is not executed yet.`
    case "EXECUTING":
      return `The message is being executed on ${dst}.`
    case "INBOUND_REVERTING":
      return `By the messaging API, inbound of the plug ${message.dstPlug} on ${dst} reverts, and the message is tried again.`
    case "EXECUTION_FAILURE":
      return `By the messaging API, the execution on ${dst} failed and is not tried again.`
    case "EXECUTION_SUCCESS":
      return `By the messaging API, the message was delivered on ${dst}.`
  }
}

/** That the destination chain was not read, and whose word the rest is. */
function saysUnread(status: MessageStatus, journey: Journey): string[] {
  if (!("problem" in journey.arrival)) return []
  const isClaim = status !== statusOf(journey)
  const rest = isClaim ? "what is said of it is the word of the messaging API alone" : "what it shows is not known"
  return [`Chain ${String(journey.message.dstChainSlug)} could not be read, so ${rest}: ${journey.arrival.problem}.`]
}

/** What it waits for, how long that takes, and how long it has waited. */
function saysNext({ stageTimes, journey }: MessageCase, status: MessageStatus, wait: Wait): string[] {
  if (messageStates[status].step >= messageStates.EXECUTION_FAILURE.step) return []
  if (status === "INBOUND_REVERTING") return ["Executors try for 2 to 3 hours."]
  const { stage, since, until, now } = wait
  if (until !== null) {
    return [`The timeout of the switchboard lets it pass ${duration(until - now + 1)} from now.`]
  }
  const waited = since === null ? [] : [`It has waited for ${duration(now - since)}.`]
  const attested = stage === "attest" ? saysAttested(journey) : []
  return [...attested, `This takes up to ${duration(stageTimes[stage].typical)}.`, ...waited]
}

function saysAttested({ arrival }: Journey): string[] {
  if ("problem" in arrival) return []
  const totalWatchers = arrival.switchboard?.totalWatchers ?? 0n
  const counts = arrival.proposals.map(({ attestations }) => attestations ?? 0n)
  if (totalWatchers === 0n) return []
  const most = counts.reduce((one, other) => (one > other ? one : other), 0n)
  return [`${String(most)} of ${String(totalWatchers)} watchers have attested it.`]
}

function duration(seconds: number): string {
  return formatDuration(Math.max(0, seconds) * 1_000)
}
