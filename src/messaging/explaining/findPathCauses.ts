import { findAllowanceCause } from "./path/findAllowanceCause.js"
import { findProposalCause } from "./path/findProposalCause.js"
import { findSealCause } from "./path/findSealCause.js"
import { findTripCauses } from "./path/findTripCauses.js"
import type { Findings, MessageCase } from "./types.js"

/** Finds why a message's packet has not come through its switchboards. */
export async function findPathCauses(subject: MessageCase): Promise<Findings> {
  const { arrival } = subject.journey
  if ("problem" in arrival) return { causes: await findSealCause(subject) }
  const own = arrival.proposals.filter(({ isForPlug, isRootOfMessage }) => isForPlug && isRootOfMessage)
  if (arrival.executed !== false || own.some(({ isAllowed }) => isAllowed === true)) return { causes: [] }

  const trips = await findTripCauses(subject, arrival, own)
  if (own.length > 0) {
    return { causes: trips.length > 0 ? trips : await findAllowanceCause(subject, arrival, own) }
  }
  const causes = await Promise.all([findSealCause(subject), findProposalCause(subject, arrival)])
  return { causes: [...causes.flat(), ...trips] }
}
