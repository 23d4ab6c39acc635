import { type Address, type Hex, isAddressEqual } from "viem"

import type { LocalChain } from "./chains.js"

type CallFrame = {
  readonly type: string
  readonly to?: Address
  readonly input: Hex
  readonly error?: string
  readonly calls?: readonly CallFrame[]
}

/** Reads the data of every call that a mined transaction made to a contract, at any depth, without those that were reverted. */
export async function readCalls(
  { provider }: Pick<LocalChain, "provider">,
  txHash: Hex,
  contract: Address,
): Promise<readonly Hex[]> {
  const params = [txHash, { tracer: "callTracer" }]
  return dataOfCalls((await provider.request({ method: "debug_traceTransaction", params })) as CallFrame, contract)
}

function dataOfCalls({ type, to, input, error, calls = [] }: CallFrame, contract: Address): readonly Hex[] {
  if (error !== undefined) return []
  const own = type === "CALL" && to !== undefined && isAddressEqual(to, contract) ? [input] : []
  return [...own, ...calls.flatMap((call) => dataOfCalls(call, contract))]
}
