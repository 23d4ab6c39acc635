import { unpackPacketId } from "../ids.js"
import { valueIn } from "../onchain/delivery/inboundCall.js"
import { feesOf } from "../onchain/events.js"
import { describeCarried } from "../onchain/standard/gatewayMessage.js"
import { type Arrival, type Journey, ownProposals, type Proposal } from "../reading/Journey.js"
import type { Details } from "../reading/readDetails.js"
import type { MessageCase } from "./MessageCase.js"
import { chainEvent, type StoryEvent } from "#src/explaining/Explanation.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { shorten } from "#src/primitives/text.js"

export function listEvents({ journey, details }: MessageCase): StoryEvent[] {
  const { arrival } = journey
  return [...listDeparture(journey), ...("problem" in arrival ? [] : listArrival(journey, arrival, details.outcome))]
}

function listDeparture({ message, carried, src, sent, sealed, arrival }: Journey): StoryEvent[] {
  const { packetId, messageId } = message
  const dst = "problem" in arrival ? `chain ${message.dstChainSlug}` : arrival.chain.name
  const { executionFee, transmissionFees, switchboardFees } = message.fees
  const value = valueIn(message.executionParams)
  const details = [
    `From plug ${message.srcPlug} to plug ${message.dstPlug} on ${dst}`,
    `Fee: ${native(feesOf([message]), src.name)}: ${coins(executionFee)} for the execution, ${coins(transmissionFees)} for the transmission, ${coins(switchboardFees)} for the switchboards`,
    ...(value === 0n ? [] : [`Value for the plug: ${native(value, dst)}`]),
    `Gas for inbound: ${message.minMsgGasLimit}`,
    `Payload: ${shorten(message.payload, 200)}`,
    ...(carried === undefined ? [] : describeCarried(carried, { src: src.name, dst }).map((fact) => fact.join(": "))),
  ]
  const events = [chainEvent(src, sent, { about: messageId, title: "Sent", details })]
  if (typeof sealed === "object" && sealed !== null && packetId !== null) {
    const { capacitor, packetCount } = unpackPacketId(packetId)
    const packet = `Packet ${packetCount} of capacitor ${capacitor}`
    events.push(chainEvent(src, sealed, { about: messageId, title: "Sealed", details: [packet] }))
  }
  return events
}

function listArrival({ message }: Journey, arrival: Arrival, outcome: Details["outcome"]): StoryEvent[] {
  const { chain, proposals, executed, switchboard } = arrival
  const { messageId: about } = message
  const proposed = proposals.flatMap((proposal) =>
    proposal.mined === null
      ? []
      : [chainEvent(chain, proposal.mined, { about, title: "Proposed", details: detailsOf(proposal) })],
  )
  // Watchers attest roots, so that each proposal of the same root has the same attestations.
  const [attestations = []] = proposals.map(({ attested }) => attested).filter(({ length }) => length > 0)
  const watchers = switchboard?.totalWatchers ?? 0n
  const events = attestations.map((attestation, index) => {
    const count = watchers === 0n ? "" : ` of ${watchers}`
    const details = [`Watcher ${attestation.watcher}`, `Attestation ${index + 1}${count}`]
    return chainEvent(chain, attestation, { about, title: "Attested", details })
  })
  const opened = openedAt(arrival)
  if (opened !== undefined) {
    const details = ["The timeout of the switchboard was over"]
    events.push({ at: opened, place: chain.name, blockNumber: null, txHash: null, about, title: "Allowed", details })
  }
  if (typeof executed === "object") {
    const logs = outcome === undefined || "problem" in outcome ? [] : outcome.logs
    const logged = logs.map(
      ({ address, says, isDecoded }) => `${address} logged ${isDecoded ? "" : "the topic "}${says}`,
    )
    events.push(chainEvent(chain, executed, { about, title: "Executed", details: logged }))
  }
  return [...proposed, ...events]
}

/** When a switchboard accepted a packet by time alone, in seconds since 1970. That leaves no log. */
function openedAt(arrival: Arrival): number | undefined {
  const { head, switchboard, executed } = arrival
  const timeout = switchboard?.timeoutInSeconds ?? 0n
  const [own] = ownProposals(arrival)
  if (own === undefined || timeout === 0n || own.proposedAt === 0n || own.attested.length > 0) return undefined
  const opened = own.proposedAt + timeout + 1n
  return opened <= head.timestamp && (own.isAllowed === true || executed !== false) ? Number(opened) : undefined
}

function detailsOf({ proposalCount, switchboard, root, isForPlug, isRootOfMessage }: Proposal): string[] {
  return [
    `Proposal ${proposalCount} for switchboard ${switchboard}${isForPlug ? "" : ", which the plug does not use"}`,
    `Root ${root}${isRootOfMessage ? "" : ", which is not that of the message"}`,
  ]
}

function native(amount: bigint, chain: string): string {
  return `${coins(amount)} of the native token of ${chain}`
}

function coins(amount: bigint): string {
  return formatAmount(amount, 18)
}
