import type { Evidence } from "../../explaining/Explanation.js"
import { explainCallError } from "../../onchain/callErrors.js"
import { nodeReason } from "../../primitives/reverts/nodeReason.js"
import { shorten } from "../../primitives/text.js"
import { messageStates } from "../states.js"
import { blockSource } from "../../explaining/evidence.js"
import { findWait } from "./progress/findWait.js"
import type { Findings, MessageCase } from "./types.js"

const mend = { who: "you: check plugs.chains and the node of the chain", command: "npx hardhat plugs doctor" }

/** Finds out whether it cannot be said where a message is, because a chain could not be read. */
export function findReadingCauses(subject: MessageCase): Findings {
  const { journey, reported } = subject
  const { arrival, sealed, src, srcHead, message, unread } = journey
  if ("problem" in arrival ? isKnownWithoutArrival(subject) : isKnownFromChains(subject)) return { causes: [] }
  const says =
    "problem" in arrival
      ? `Chain ${String(message.dstChainSlug)}, where the message goes, could not be read: ${arrival.problem}.`
      : `${src.name} does not tell whether the message was sealed into a packet.`
  const claim = `The message is ${shorten(reported?.status ?? "", 40)}. No chain that was read shows that.`
  const evidence: readonly Evidence[] = [
    { source: blockSource(src, srcHead.number), says: saysSealed(sealed) },
    ...(reported === undefined ? [] : [{ source: "the messaging API", says: claim }]),
    ...unread.map(({ chain, what, why }) => ({ source: chain, says: `It is not known ${what}: ${why}.` })),
  ]
  return { causes: [{ name: "chain-not-read", certainty: "certain", says, evidence, mend, about: message.messageId }] }
}

/**
 * Says that a node failed when it was asked why a message does not arrive.
 *
 * @throws an error that is not a node's
 */
export function findUnreadPart({ journey }: MessageCase, error: unknown): Findings {
  const failure = explainCallError(error, { address: journey.src.socket, functionName: "getPlugConfig" })
  if (failure === error) throw error
  const { src, arrival, message } = journey
  const chain = "problem" in arrival ? src : arrival.chain
  const why = nodeReason(error)
  return {
    causes: [
      {
        name: "chain-not-read",
        certainty: "likely",
        says: `Not everything could be read that tells why the message has not arrived: ${why}`,
        evidence: [{ source: chain.name, says: why }],
        mend,
        about: message.messageId,
      },
    ],
  }
}

function isKnownFromChains({ journey: { arrival, sealed }, reported }: MessageCase): boolean {
  if (reported !== undefined || sealed !== null) return true
  return !("problem" in arrival) && (arrival.proposals.length > 0 || arrival.executed !== false)
}

/** Where a message is that waits on the source chain is known, and the API is believed that a young one goes on. */
function isKnownWithoutArrival(subject: MessageCase): boolean {
  const { journey, reported } = subject
  const { sealed } = journey
  if (sealed === false && (reported === undefined || reported.status === "RECEIVED")) return true
  const wait = findWait(subject)
  const isYoung = wait !== undefined && wait.since !== null && !wait.isLate
  return isYoung && reported !== undefined && goesOn.has(reported.status)
}

/** States in which nothing keeps a message from arriving. */
const goesOn: ReadonlySet<string> = new Set(
  Object.keys(messageStates).filter((status) => status !== "INBOUND_REVERTING" && status !== "EXECUTION_FAILURE"),
)

function saysSealed(sealed: MessageCase["journey"]["sealed"]): string {
  if (sealed === false) return "The message was not sealed."
  if (sealed === null) return "Whether the message was sealed is not known."
  return typeof sealed === "object" ? `It was sealed in block ${String(sealed.blockNumber)}.` : "It was sealed."
}
