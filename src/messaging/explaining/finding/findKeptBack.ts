import { type Address, isAddressEqual } from "viem"

import type { KeptBack } from "../../reading/execution/readOutcome.js"
import type { Arrival, Journey } from "../../reading/Journey.js"
import type { MessageCase, MessageCause } from "../MessageCase.js"
import { readIn, simulatedIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import type { Remedy } from "#src/explaining/remedy.js"

/** Finds out whether the application kept back a message that the protocol has delivered. */
export function findKeptBack({ journey, details: { outcome } }: MessageCase): readonly MessageCause[] {
  if (outcome === undefined || "problem" in outcome || "problem" in journey.arrival) return []
  const { arrival } = journey
  return outcome.keptBack.map((kept) => toCause(kept, journey, arrival))
}

function toCause(kept: KeptBack, { message }: Journey, arrival: Arrival): MessageCause {
  const { log, isHeld, release } = kept
  const { chain, head, executed } = arrival
  const block = typeof executed === "object" ? executed.blockNumber : head.number
  const evidence = [readIn(chain, block, `${log.address} logged ${log.says}.`)]
  const { says, fix } = describeKeptBack(kept, { chain: chain.name, dstPlug: message.dstPlug })
  const cause = {
    name: "kept-back",
    certainty: isHeld ? "certain" : "likely",
    says: `The message was delivered, and ${says}`,
    fix,
  } as const
  if (release === undefined) return { ...cause, evidence }
  const result = release.revert === undefined ? "succeeds" : `reverts: ${release.revert}`
  const tried = `${release.says}, called by an account without rights, ${result}. Its data is ${release.data}.`
  return { ...cause, evidence: [...evidence, simulatedIn(chain, head.number, tried)] }
}

/** Says what a contract keeps back of a delivery, and what releases it. */
export function describeKeptBack(
  { log, isHeld, release, isEnded }: KeptBack,
  { chain, dstPlug }: { readonly chain: string; readonly dstPlug: Address },
): { readonly says: string; readonly fix: Remedy } {
  const who = isAddressEqual(log.address, dstPlug) ? `the plug ${log.address}` : log.address
  if (isEnded) {
    const ended = `${who} on ${chain} held what it brought, and its owner has begun the path anew since, so it is never handled: it logged ${log.says}.`
    return { says: ended, fix: { who: "send again what it brought, if that is still wanted", command: null } }
  }
  const says = `${who} on ${chain} ${isHeld ? "holds" : "seems to have kept back"} what it brought: it logged ${log.says}.`
  if (release === undefined)
    return { says, fix: byOthers(`the operator of ${who} on ${chain} knows how it is released`) }
  const { restore } = release
  if (restore !== undefined) {
    const by = `it was cancelled, and the owner of ${who} on ${chain} calls ${restore}, if it is to be released`
    return { says, fix: byOthers(by) }
  }
  const now = release.revert === undefined ? "" : `, once it no longer reverts: ${release.revert}`
  return { says, fix: { who: `call ${release.says} of ${release.to} on ${chain}${now}`, command: null } }
}
