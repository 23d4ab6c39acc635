import type { Arrival, Proposal } from "../../reading/types.js"
import { blockSource } from "../../../explaining/evidence.js"
import type { MessageCase, MessageCause } from "../types.js"
import { mendByTransmitter } from "./mendByTransmitter.js"
import { nameHolders, readRoleHolders } from "./roleHolders.js"

/**
 * Finds out whether the switchboard of the destination plug is tripped: for all packets, for those of the source chain, or for each proposal
 * with which the message could be executed.
 *
 * @param own the proposals with which the message could be executed
 */
export async function findTripCauses(
  subject: MessageCase,
  { chain, head, switchboard }: Arrival,
  own: readonly Proposal[],
): Promise<readonly MessageCause[]> {
  if (switchboard === null) return []
  const { message, src } = subject.journey
  const { address, isTripped, isPathTripped } = switchboard
  const base = { certainty: "certain", about: message.messageId } as const
  const where = `The switchboard ${address} on ${chain.name}`
  const read = (says: string) => ({
    source: blockSource(chain, head.number),
    says: `${says} of the switchboard ${address} is true.`,
  })
  const guards = async () => {
    const holders = await readRoleHolders(chain, head, { contract: address, role: { name: "UN_TRIP_ROLE" } })
    const who = nameHolders("holder", holders)
    return { who: `${who} of UN_TRIP_ROLE at the switchboard ${address} on ${chain.name}`, command: null }
  }
  const causes: MessageCause[] = []
  if (isTripped === true) {
    const says = `${where} is tripped for packets of every chain, so it lets none pass.`
    causes.push({
      ...base,
      name: "everything-tripped",
      says,
      evidence: [read("isGlobalTipped()")],
      mend: await guards(),
    })
  }
  if (isPathTripped === true) {
    const says = `${where} is tripped for packets of ${src.name}, so it lets none of them pass.`
    const evidence = [read(`isPathTripped(${message.srcChainSlug})`)]
    causes.push({ ...base, name: "path-tripped", says, evidence, mend: await guards() })
  }
  if (own.length > 0 && own.every((proposal) => proposal.isTripped === true)) {
    const counts = own.map(({ proposalCount }) => proposalCount)
    const says = `${where} was told that ${counts.length === 1 ? "the proposal" : "each proposal"} of the packet is wrong, and lets it pass never again: it has to be proposed anew.`
    const evidence = counts.map((count) => read(`isProposalTripped(${message.packetId}, ${count})`))
    const mend = await mendByTransmitter(subject, { stage: "propose", chain, head, otherSlug: src.slug })
    causes.push({ ...base, name: "proposal-tripped", says, evidence, mend })
  }
  return causes
}
