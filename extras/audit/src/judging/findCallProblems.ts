import type { Address } from "viem"

import type { BatchChain } from "./Batch.js"
import type { DecodedCall } from "./decodeCalls.js"
import type { Finding, FindingName } from "./Finding.js"
import { isMultiSend } from "./multiSend.js"

/** Finds what is wrong with a call whatever it does on a copy: on the chain it can do something else. */
export function findCallProblems(
  { number, operation, to, value, data, call, isKnown, problem, claimed, inner }: DecodedCall,
  { slug, name: chain }: BatchChain,
  label: (slug: number, address: Address) => string,
): Finding[] {
  const found: Finding[] = []
  const target = label(slug, to)
  const add = (name: FindingName, says: string): void => void found.push({ name, number, chain, says })
  if (operation === 1 && !(isMultiSend(to) && inner.length > 0)) {
    add("DELEGATECALL", `The code of ${target} runs as the account itself, and may do everything. It was not applied.`)
  }
  if (problem !== undefined) {
    const bytes = (data.length - 2) / 2
    add("UNDECODED", `The call of ${target} with ${value} wei and ${bytes} bytes is not decoded whole: ${problem}.`)
  } else if (call !== undefined && !isKnown) {
    add("UNDECODED", `The ABI of ${target} is not known. By its selector, the call may be ${call.signature}.`)
  }
  if (claimed !== undefined) add("MISLEADING", `The file says ${claimed}, and the data is of another call.`)
  return found
}
