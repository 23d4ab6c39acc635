import { isAddressEqual } from "viem"

import { formatDuration } from "../../../primitives/duration.js"
import type { Arrival, Proposal } from "../../reading/types.js"
import { blockSource } from "../../../explaining/evidence.js"
import type { MessageCase, MessageCause } from "../types.js"
import { formatMoment } from "./formatMoment.js"
import { ofDevnet } from "./mendByTransmitter.js"
import { lateness } from "./lateness.js"
import { mostNamed, nameHolders, readRoleHolders } from "./roleHolders.js"

/** Finds out whether a fast switchboard waits too long for its watchers, and for which ones. */
export async function findAttestationCause(
  subject: MessageCase,
  { chain, head, switchboard }: Arrival,
  { proposedAt, root, attestations, attested }: Proposal,
): Promise<readonly MessageCause[]> {
  const { message, src } = subject.journey
  const waited = lateness(subject, "attest")
  const totalWatchers = switchboard?.totalWatchers ?? null
  if (switchboard === null || totalWatchers === null || attestations === null || waited === undefined) return []
  const { address, timeoutInSeconds } = switchboard
  const where = `switchboard ${address} on ${chain.name}`
  const source = blockSource(chain, head.number)
  const watchers = await readRoleHolders(chain, head, {
    contract: address,
    role: { name: "WATCHER_ROLE", slug: message.srcChainSlug },
  })
  const missing = watchers?.filter((watcher) => !attested.some((other) => isAddressEqual(other.watcher, watcher)))
  const isComplete = attestations >= totalWatchers
  const pass =
    timeoutInSeconds === null || timeoutInSeconds === 0n
      ? ""
      : ` It passes without them after ${formatMoment(proposedAt + timeoutInSeconds)}.`
  const says = isComplete
    ? `${attestations} of ${totalWatchers} watchers have attested the packet at the ${where}, but it has had fewer watchers only since, and counts anew only when another one attests.${pass}`
    : `${attestations} of ${totalWatchers} watchers have attested the packet at the ${where} in the ${formatDuration(waited * 1_000)} since it was proposed, and all of them must.${pass}`
  return [
    {
      name: "attestations-missing",
      certainty: "certain",
      says,
      evidence: [
        {
          source,
          says: `attestations(${root}) is ${attestations}, and totalWatchers(${message.srcChainSlug}) is ${totalWatchers}.`,
        },
        ...attested.slice(0, mostNamed).map(({ watcher, blockNumber, transactionHash }) => ({
          source: blockSource(chain, blockNumber),
          says: `The watcher ${watcher} attested it in transaction ${transactionHash}.`,
        })),
        ...(missing ?? []).slice(0, mostNamed).map((watcher) => ({
          source,
          says: `The watcher ${watcher}, who has WATCHER_ROLE for ${src.name}, has not attested it.`,
        })),
      ],
      mend: {
        who: isComplete
          ? `the owner of the ${where}, who can grant another watcher`
          : `${nameHolders("watcher", missing)} of the ${where}${ofDevnet(subject, "attest")}`,
        command: null,
      },
      about: message.messageId,
    },
  ]
}
