import { isAddressEqual, zeroAddress } from "viem"

import { blockSource } from "../../explaining/evidence.js"
import { faultOfConnection } from "./connection/faultOfConnection.js"
import { mendArrival } from "./connection/mendArrival.js"
import type { Findings, MessageCase } from "./types.js"

/** Finds why how the two plugs are connected stops a message. */
export async function findConnectionCauses({ journey }: MessageCase): Promise<Findings> {
  const { arrival, message, src } = journey
  const name = faultOfConnection(journey)
  if (name === undefined || "problem" in arrival || arrival.executed !== false) return { causes: [] }
  // Where there is no contract, nobody can be connected.
  if (!arrival.hasCode) return { causes: [] }
  const { chain, config } = arrival
  const plug = `The plug ${message.dstPlug} on ${chain.name}`
  const isNew = isAddressEqual(config.inboundSwitchboard, zeroAddress)
  const says = {
    "not-connected": `${plug} is connected to nobody on ${src.name}${isNew ? "" : " any more"}, so it gets no message from ${message.srcPlug}.`,
    "other-sibling": `${plug} is connected to ${config.siblingPlug} on ${src.name}, not to ${message.srcPlug}, which sent the message.`,
  }[name]
  const read = `getPlugConfig(${message.dstPlug}, ${message.srcChainSlug}) of the socket ${chain.socket} names the sibling ${config.siblingPlug} and the inbound switchboard ${config.inboundSwitchboard}.`
  return {
    causes: [
      {
        name,
        certainty: "certain",
        says,
        evidence: [{ source: blockSource(chain, arrival.head.number), says: read }],
        mend: await mendArrival(journey, arrival),
        about: message.messageId,
      },
    ],
  }
}
