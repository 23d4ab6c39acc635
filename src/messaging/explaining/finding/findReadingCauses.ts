import { isAddressEqual, zeroAddress } from "viem"

import { type Difference, differencesOf, partOf } from "../../onchain/connection/differencesOf.js"
import type { Arrival, Journey } from "../../reading/Journey.js"
import { messageStates } from "../../states.js"
import { reconnectFix } from "../connectionFixes.js"
import type { MessageCase, MessageCause } from "../MessageCase.js"
import { readIn } from "#src/explaining/evidence.js"
import { shorten } from "#src/primitives/text.js"

const fix = { who: "check plugs.chains and the node of the chain", command: "npx hardhat plugs doctor" }

const retired = { who: "send to a chain that is in use; nothing arrives on one that was shut down", command: null }

/** Finds out whether it cannot be said where a message is, or why it has not arrived, because a chain could not be read. */
export function findReadingCauses(subject: MessageCase): readonly MessageCause[] {
  const { journey, reported, details, dispute } = subject
  const { arrival, sealed, src, srcHead, message, unread } = journey
  const [problem] = details.problems
  const source = "problem" in arrival ? src.name : arrival.chain.name
  if (dispute !== undefined) {
    const who = "wait until the node that lags has caught up, or use others in plugs.chains"
    return [{ name: "chain-behind", says: dispute, evidence: [{ source, says: dispute }], fix: { who, command: null } }]
  }
  const incomplete: readonly MessageCause[] =
    problem === undefined
      ? []
      : [
          {
            name: "chain-not-read",
            certainty: "likely",
            says: `Not everything could be read that tells why the message has not arrived: ${problem}`,
            evidence: details.problems.map((says) => ({ source, says })),
            fix,
          },
        ]
  if ("problem" in arrival ? isKnownWithoutArrival(subject) : isKnownFromChains(subject)) return incomplete
  const says =
    "problem" in arrival
      ? `Chain ${message.dstChainSlug}, where the message goes, could not be read: ${arrival.problem}.`
      : `${src.name} does not tell whether the message was sealed into a packet.`
  const claim = `The message is ${shorten(reported?.status ?? "", 40)}. No chain that was read shows that.`
  const evidence = [
    readIn(src, srcHead.number, saySealed(sealed)),
    ...(reported === undefined ? [] : [{ source: "the messaging API", says: claim }]),
    ...unread.map(({ chain, what, why }) => ({ source: chain, says: `It is not known ${what}: ${why}.` })),
  ]
  const isRetired = "problem" in arrival && arrival.isRetired === true
  return [...incomplete, { name: "chain-not-read", says, evidence, fix: isRetired ? retired : fix }]
}

function isKnownFromChains({ journey: { arrival, sealed, isUnsent }, reported }: MessageCase): boolean {
  if (reported !== undefined || sealed !== null || isUnsent === true) return true
  return !("problem" in arrival) && (arrival.proposals.length > 0 || arrival.executed !== false)
}

/** Where a message is that waits on the source chain is known, and the API is believed that a young one is under way. */
function isKnownWithoutArrival({ journey: { sealed }, reported, wait }: MessageCase): boolean {
  if (sealed === false && (reported === undefined || reported.status === "RECEIVED")) return true
  const isYoung = wait !== undefined && wait.since !== null && !wait.isLate
  return isYoung && reported !== undefined && healthyStates.has(reported.status)
}

/** States in which nothing keeps a message from arriving. */
const healthyStates: ReadonlySet<string> = new Set(
  Object.keys(messageStates).filter((status) => status !== "INBOUND_REVERTING" && status !== "EXECUTION_FAILURE"),
)

function saySealed(sealed: Journey["sealed"]): string {
  if (sealed === false) return "The message was not sealed."
  if (sealed === null) return "Whether the message was sealed is not known."
  return typeof sealed === "object" ? `It was sealed in block ${sealed.blockNumber}.` : "It was sealed."
}

/**
 * How the destination plug's connection stops a message: it names no plug on the source chain, or another one than the sender. Then the
 * socket gets another hash than the executor signed, and refuses the message before it asks the plug.
 *
 * How the source plug is connected stops no message that was sent.
 *
 * @returns `undefined` if it does not stop it, or the destination chain was not read
 */
export function faultOfConnection(journey: Journey): "not-connected" | "other-sibling" | undefined {
  const fault = faultsOfArrival(journey).find(({ about }) => about === "sibling")
  if (fault?.about !== "sibling") return undefined
  return isAddressEqual(fault.actual, zeroAddress) ? "not-connected" : "other-sibling"
}

/** What the destination plug's end of the connection lacks for the message. The plug that sent it does send. */
export function faultsOfArrival({ message, arrival }: Journey): readonly Difference[] {
  if ("problem" in arrival) return []
  const { srcPlug, srcChainSlug, dstPlug, dstChainSlug } = message
  const sent = { known: { hasCode: true, receives: null, sends: true } }
  const [config, code] = [{ known: arrival.config }, { known: arrival.code }]
  const found = differencesOf({
    a: partOf({ plug: srcPlug, slug: srcChainSlug, code: sent }),
    b: partOf({ plug: dstPlug, slug: dstChainSlug, config, code }),
  })
  return found.filter(({ side }) => side === "b")
}

/** Whether the destination plug does not take the message. Where there is no contract, nothing can be connected. */
export function isRefused(journey: Journey): journey is Journey & { readonly arrival: Arrival } {
  const { arrival } = journey
  if ("problem" in arrival || arrival.executed !== false || !arrival.code.hasCode) return false
  return faultOfConnection(journey) !== undefined
}

/** A message that anybody has sent to a plug of the project. To connect the plug to it would be to hand the plug over. */
export function findStranger({ message, src, srcHead }: Journey): MessageCause {
  const sender = `${message.srcPlug} on ${src.name}`
  return {
    name: "not-yours",
    says: `The message is not yours: ${sender}, which sent it, is no contract that the project knows, and the plug ${message.dstPlug} is not connected to it, so it does not take it.`,
    evidence: [readIn(src, srcHead.number, `The message was sent by ${message.srcPlug}.`)],
    fix: "nothing to do; if you do know the sender, name it in plugs.contracts or in the wiring, and look again",
  }
}

export function findConnectionCauses({ journey }: MessageCase): readonly MessageCause[] {
  const name = faultOfConnection(journey)
  if (name === undefined || !isRefused(journey)) return []
  const { arrival, message, src } = journey
  const { chain, config } = arrival
  const plug = `The plug ${message.dstPlug} on ${chain.name}`
  const isNew = isAddressEqual(config.inboundSwitchboard, zeroAddress)
  const says = {
    "not-connected": `${plug} is ${isNew ? "not" : "no longer"} connected to a plug on ${src.name}, so it gets no message from ${message.srcPlug}.`,
    "other-sibling": `${plug} is connected to ${config.siblingPlug} on ${src.name}, not to ${message.srcPlug}, which sent the message.`,
  }[name]
  const read = `getPlugConfig(${message.dstPlug}, ${message.srcChainSlug}) of the socket ${chain.socket} names the sibling ${config.siblingPlug} and the inbound switchboard ${config.inboundSwitchboard}.`
  const evidence = [readIn(chain, arrival.head.number, read)]
  return [{ name, says, evidence, fix: () => reconnectFix(journey, arrival) }]
}
