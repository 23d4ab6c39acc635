import type { Address, Hex } from "viem"
import { numberToHex } from "viem/utils"

import type { LocalChain } from "../../chain/chains.js"
import { keepWhileSame } from "../../chain/keepWhileSame.js"
import { failureDataOf } from "../../relay/revertData.js"
import type { PayloadRecord } from "../ledger/types.js"

/** What a read returned, or reverted with. */
export type ReadResult = { readonly returnData: Hex } | { readonly revertData: Hex }

/** Makes the calls of some reads at the same moment. */
export type ReadPayloads = (
  payloads: readonly Pick<PayloadRecord, "target" | "callData" | "options">[],
) => Promise<readonly ReadResult[]>

/**
 * Creates the function that makes the calls of reads, each at the block that its app gateway chose. The caller is the socket, as it is for
 * a write.
 *
 * As long as the chain is the same, a call is made once: a read is simulated, and executed right after.
 *
 * @param gas that each call gets
 */
export function createPayloadReader(
  chain: Pick<LocalChain, "provider" | "setBacks">,
  { socket, gas }: { socket: Address; gas: bigint },
): ReadPayloads {
  const resultsNow = keepWhileSame(chain, () => new Map<string, Promise<ReadResult>>())

  async function read(params: readonly unknown[]): Promise<ReadResult> {
    try {
      return { returnData: (await chain.provider.request({ method: "eth_call", params })) as Hex }
    } catch (error) {
      return { revertData: truncate(failureDataOf(error)) }
    }
  }

  return async (payloads) => {
    if (payloads.length === 0) return []
    const { kept: results } = await resultsNow()
    return await Promise.all(
      payloads.map(({ target, callData, options: { readAtBlockNumber } }) => {
        const block = readAtBlockNumber === 0n ? "latest" : numberToHex(readAtBlockNumber)
        const key = `${target} ${block} ${callData}`
        const call = { from: socket, to: target, data: callData, gas: numberToHex(gas) }
        const result = results.get(key) ?? read([call, block])
        results.set(key, result)
        return result
      }),
    )
  }
}

/** Keeps as much as the batcher keeps of a write's revert data, so that it fits in a transaction on the gateway chain. */
function truncate(revertData: Hex): Hex {
  return `0x${revertData.slice(2, 2 + 2 * 1024)}`
}
