import { isAddressEqual } from "viem"

import type { KeptBack } from "../../reading/execution/readOutcome.js"
import type { Arrival, Journey } from "../../reading/Journey.js"
import type { MessageCase, MessageCause } from "../MessageCase.js"
import { readIn, simulatedIn } from "#src/explaining/evidence.js"
import { byOthers, type Fix } from "#src/explaining/explain.js"

/** Finds out whether the application kept back a message that the protocol has delivered. */
export function findKeptBack({ journey, details: { outcome } }: MessageCase): readonly MessageCause[] {
  if (outcome === undefined || "problem" in outcome || "problem" in journey.arrival) return []
  const { arrival } = journey
  return outcome.keptBack.map((kept) => toCause(kept, journey, arrival))
}

function toCause({ log, isHeld, release }: KeptBack, { message }: Journey, arrival: Arrival): MessageCause {
  const { chain, head, executed } = arrival
  const who = isAddressEqual(log.address, message.dstPlug) ? `the plug ${log.address}` : log.address
  const block = typeof executed === "object" ? executed.blockNumber : head.number
  const evidence = [readIn(chain, block, `${log.address} logged ${log.says}.`)]
  const name = "kept-back"
  const certainty = isHeld ? "certain" : "likely"
  const says = `The message was delivered, and ${who} on ${chain.name} ${isHeld ? "holds" : "seems to have kept back"} what it brought: it logged ${log.says}.`
  if (release === undefined) return { name, certainty, says, evidence, fix: byOperator(who, chain.name) }
  const result = release.revert === undefined ? "succeeds" : `reverts: ${release.revert}`
  const tried = `${release.says}, called by an account without rights, ${result}. Its data is ${release.data}.`
  const now = release.revert === undefined ? "" : `, once it no longer reverts: ${release.revert}`
  return {
    name,
    certainty,
    says,
    evidence: [...evidence, simulatedIn(chain, head.number, tried)],
    fix: { who: `call ${release.says} of ${release.to} on ${chain.name}${now}`, command: null },
  }
}

function byOperator(who: string, chain: string): Fix {
  return byOthers(`the operator of ${who} on ${chain} knows how it is released`)
}
