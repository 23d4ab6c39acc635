import { BaseError, isAddressEqual } from "viem"

import type { Journey } from "../../reading/Journey.js"
import type { CheckPaths, TrustBreach } from "../../TrustPolicy.js"
import type { MessageCase, MessageCause } from "../MessageCase.js"
import type { Clock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** Reads what of the paths of messages breaks a policy. A destination that was not read has no path to look at. */
export async function readBreaches(
  check: CheckPaths,
  journeys: readonly Journey[],
  clock: Clock,
): Promise<readonly TrustBreach[]> {
  const reached = journeys.flatMap(({ message, src, arrival }) =>
    "problem" in arrival ? [] : [{ message, src, dst: arrival.chain }],
  )
  const paths = reached.map(({ message, src, dst }) => ({
    from: { slug: src.slug, plug: message.srcPlug },
    to: { slug: dst.slug, plug: message.dstPlug },
  }))
  const chains = new Map(reached.flatMap(({ src, dst }) => [src, dst]).map((chain) => [chain.slug, chain]))
  try {
    return await check({ paths, chains: [...chains.values()], clock })
  } catch (error) {
    if (!isPlugsError(error) && !(error instanceof BaseError)) throw error
    const why = isPlugsError(error) ? error.clause : nodeReason(error)
    const says = `Whether it holds to the policy could not be read: ${why}.`
    return paths.map(({ from, to }) => ({
      ...{ rule: "NOT_READ", way: null, says, evidence: [] },
      ...{ srcChainSlug: from.slug, dstChainSlug: to.slug, dstPlug: to.plug },
    }))
  }
}

/** Names a path that is weaker than the policy. That stops no message, so it is never why one does not arrive. */
export function findBreaches(
  { journey: { message } }: MessageCase,
  breaches: readonly TrustBreach[],
): readonly MessageCause[] {
  const own = breaches.filter(
    ({ dstChainSlug, dstPlug }) =>
      dstChainSlug === message.dstChainSlug && dstPlug !== null && isAddressEqual(dstPlug, message.dstPlug),
  )
  const [first] = own
  if (first === undefined) return []
  const isUnread = own.every(({ rule }) => rule === "NOT_READ")
  const judged = isUnread
    ? "Whether the path holds to plugs.trust is unverified"
    : "The path is weaker than plugs.trust demands"
  const rules = [...new Set(own.map(({ rule }) => rule))].join(", ")
  return [
    {
      name: "path-below-policy",
      certainty: "possible",
      says: `${judged} (${rules}). ${first.says} This does not stop the message: npx hardhat plugs trust says what would be better.`,
      evidence: own.map(({ rule, says }) => ({ source: `plugs.trust, ${rule}`, says })),
      about: message.messageId,
    },
  ]
}
