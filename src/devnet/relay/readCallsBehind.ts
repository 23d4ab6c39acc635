import type { Address, Hex } from "viem"
import { isAddressEqual } from "viem/utils"

import type { LocalChain } from "../chain/chains.js"
import { readCalls } from "./callBatch.js"

type SentTransaction = { readonly to: Address | null; readonly input: Hex }

type CallFrame = {
  readonly type: string
  readonly to?: Address
  readonly input: Hex
  readonly error?: string
  readonly calls?: readonly CallFrame[]
}

/**
 * Reads the call that caused each log, by the id in both. An id alone does not say what was done: after `evm_revert` on one chain
 * alone, something else gets the same id there.
 *
 * @param decode reads the data of a call to the contract; undefined if it is a call of another function
 * @param batcher where the actors make such calls many at once
 * @returns a call is missing if the chain no longer has its transaction
 */
export async function readCallsBehind<Call extends { readonly id: Hex }>(
  chain: Pick<LocalChain, "provider">,
  logs: readonly { readonly id: Hex; readonly transactionHash: Hex }[],
  { contract, batcher, decode }: { contract: Address; batcher: Address; decode: (data: Hex) => Call | undefined },
): Promise<ReadonlyMap<Hex, Call>> {
  function callsIn({ to, input }: SentTransaction): readonly Call[] {
    if (to === null) return []
    const sent = isAddressEqual(to, batcher) ? readCalls(input) : [{ to, data: input }]
    return sent.flatMap((call) => (isAddressEqual(call.to, contract) ? (decode(call.data) ?? []) : []))
  }

  async function readTransaction(txHash: Hex, ofTx: readonly { readonly id: Hex }[]): Promise<readonly Call[]> {
    const request = { method: "eth_getTransactionByHash", params: [txHash] }
    const transaction = (await chain.provider.request(request)) as SentTransaction | null
    if (transaction === null) return []
    const sent = callsIn(transaction)
    if (ofTx.every(({ id }) => sent.filter((call) => call.id === id).length === 1)) return sent
    // Any contract can make the call, and one transaction can try it twice. Only a trace tells what happened then.
    const params = [txHash, { tracer: "callTracer" }]
    const trace = (await chain.provider.request({ method: "debug_traceTransaction", params })) as CallFrame
    return dataOfCalls(trace, contract).flatMap((data) => decode(data) ?? [])
  }

  const transactions = [...Map.groupBy(logs, ({ transactionHash }) => transactionHash)]
  const read = await Promise.all(transactions.map(([txHash, ofTx]) => readTransaction(txHash, ofTx)))
  return new Map(read.flat().map((call) => [call.id, call]))
}

/** The data of every call that a transaction made to a contract, at any depth, without those that were reverted. */
function dataOfCalls({ type, to, input, error, calls = [] }: CallFrame, contract: Address): readonly Hex[] {
  if (error !== undefined) return []
  const own = type === "CALL" && to !== undefined && isAddressEqual(to, contract) ? [input] : []
  return [...own, ...calls.flatMap((call) => dataOfCalls(call, contract))]
}
