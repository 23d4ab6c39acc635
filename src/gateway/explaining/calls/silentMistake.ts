import { type Address, type Client, type Hex, isAddressEqual, numberToHex, parseAbi, slice, zeroAddress } from "viem"
import { getCode, readContract } from "viem/actions"
import { z } from "zod"

import { askNode, parseAnswer } from "../../../onchain/simulation/askNode.js"
import { type CallTrace, type Frame, traceCall } from "../../../onchain/simulation/callTrace.js"
import type { SimulatedCall } from "./simulate.js"

/** A mistake of an app gateway that makes a call revert without a reason. */
export type SilentMistake =
  | { readonly kind: "returns"; readonly by: Address; readonly forwarder: Address; readonly selector: Hex }
  | { readonly kind: "views"; readonly by: Address; readonly forwarder: Address; readonly selector: Hex }
  | { readonly kind: "no contract"; readonly by: Address; readonly at: Address }

/**
 * Finds the mistake in a trace of a call that reverted without a reason: the compiler's own checks of a call give none.
 *
 * @returns `undefined` if it was something else, or the node does not trace
 */
export async function findSilentMistake(client: Client, call: SimulatedCall): Promise<SilentMistake | undefined> {
  const { from, to, data, value, blockNumber } = call
  if (to === null) return undefined
  try {
    const trace = await traceCall(client, { account: from, call: { to, data, value }, blockNumber })
    if (trace === undefined) return undefined
    const { frame, last } = originOf(trace)
    const by = frame.to ?? to
    if (last?.to !== undefined && (await isForwarder(client, last.to))) {
      const selector = selectorOf(last.input)
      if (last.type === "STATICCALL") return { kind: "views", by, forwarder: last.to, selector }
      if (last.output === "0x" && last.error === undefined) return { kind: "returns", by, forwarder: last.to, selector }
    }
    // Where a result is decoded, the compiler omits its check and calls the address.
    const called = last?.output === "0x" && last.error === undefined ? last.to : undefined
    for (const at of [await lastCodeSizeAddress(client, call), called]) {
      if (at !== undefined && (await hasNoCode(client, at, blockNumber))) return { kind: "no contract", by, at }
    }
    return undefined
  } catch {
    // A node that does not answer leaves it unknown.
    return undefined
  }
}

/**
 * The call that reverted first, and the last call that it made. A view reverts in the forwarder, but the app gateway made the mistake.
 */
function originOf(trace: CallTrace): { frame: Frame; last: Frame | undefined } {
  let frame = trace.top
  let last = trace.lastCall(frame)
  while (last?.error !== undefined && last.type !== "STATICCALL") {
    frame = last
    last = trace.lastCall(frame)
  }
  return { frame, last }
}

async function hasNoCode(client: Client, address: Address, blockNumber: bigint | undefined): Promise<boolean> {
  if (isAddressEqual(address, zeroAddress)) return true
  const code = await getCode(client, { address, blockNumber })
  return code === undefined || code === "0x"
}

function selectorOf(input: Hex): Hex {
  return input.length < 10 ? "0x" : slice(input, 0, 4)
}

const forwarderAbi = parseAbi(["function getOnChainAddress() view returns (address)"])

async function isForwarder(client: Client, address: Address): Promise<boolean> {
  const read = { abi: forwarderAbi, address, functionName: "getOnChainAddress" } as const
  return await readContract(client, read).then(
    () => true,
    () => false,
  )
}

const stepsSchema = z.object({
  structLogs: z.array(z.object({ op: z.string(), stack: z.array(z.string()).nullish() })),
})

/** Before a call, the compiler asks for the size of the code at the address, and reverts where there is none. */
async function lastCodeSizeAddress(client: Client, call: SimulatedCall): Promise<Address | undefined> {
  const { from, data, value = 0n, blockNumber } = call
  const to = call.to ?? zeroAddress
  const question = {
    method: "debug_traceCall",
    params: [
      { from, to, data, value: numberToHex(value) },
      blockNumber === undefined ? "latest" : numberToHex(blockNumber),
      { disableStorage: true, disableMemory: true, enableMemory: false },
    ],
    call: { to },
  }
  const answer = await askNode(client, question)
  if (answer === undefined) return undefined
  const { structLogs } = parseAnswer(stepsSchema, answer, question)
  const address = structLogs.findLast(({ op }) => op === "EXTCODESIZE")?.stack?.at(-1)
  return address === undefined ? undefined : addressOf(address)
}

function addressOf(word: string): Address {
  return `0x${word.replace(/^0x/, "").padStart(40, "0").slice(-40)}`
}
