import type { Evidence } from "../../explaining/Explanation.js"
import { blockSource } from "./blockSource.js"
import type { Findings, MessageCase } from "./types.js"

/** Finds out whether it cannot be said where a message is, because a chain could not be read, and the messaging API does not know either. */
export function findReadingCauses({ journey, reported }: MessageCase): Findings {
  const { arrival, sealed, src, srcHead, message, unread } = journey
  const isWaitingForSeal = sealed === false
  const isKnown =
    !("problem" in arrival) && (sealed !== null || arrival.proposals.length > 0 || arrival.executed !== false)
  if (reported !== undefined || isWaitingForSeal || isKnown) return { causes: [] }
  const says =
    "problem" in arrival
      ? `Chain ${String(message.dstChainSlug)}, where the message goes, could not be read: ${arrival.problem}.`
      : `${src.name} does not tell whether the message was sealed into a packet.`
  const evidence: readonly Evidence[] = [
    { source: blockSource(src, srcHead.number), says: saysSealed(sealed) },
    ...unread.map(({ chain, what, why }) => ({ source: chain, says: `It is not known ${what}: ${why}.` })),
  ]
  const who = "you: check plugs.chains and the node of the chain"
  const mend = { who, command: "npx hardhat plugs doctor" }
  return { causes: [{ name: "chain-not-read", certainty: "certain", says, evidence, mend, about: message.messageId }] }
}

function saysSealed(sealed: MessageCase["journey"]["sealed"]): string {
  if (sealed === null) return "Whether the message was sealed is not known."
  return typeof sealed === "object" ? `It was sealed in block ${String(sealed.blockNumber)}.` : "It was sealed."
}
