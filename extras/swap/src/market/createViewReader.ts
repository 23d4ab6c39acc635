import type { Abi, Address, Hex } from "viem"
import { decodeFunctionResult } from "viem/utils"

import type { MarketContracts } from "./contracts.js"
import { marketReaderArtifact } from "#extras/swap/src/artifacts/market.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { encodeCall } from "#src/devnet/chain/encodeCall.js"
import { keepWhileSame } from "#src/devnet/chain/pendingBlock.js"
import { answerQueued, enqueue, type Queued } from "#src/devnet/relay/createBatchSender.js"

/** Reads one number from a contract; undefined if the call reverts. */
export type ReadUint = (
  address: Address,
  abi: Abi,
  functionName: string,
  args?: readonly unknown[],
) => Promise<bigint | undefined>

type View = { readonly to: Address; readonly data: Hex }

/** Reads the latest state. Calls of the same moment go together, each once: a quote needs 14 numbers and makes 4 requests. */
export function createViewReader(
  { provider }: Pick<LocalChain, "provider">,
  { reader }: Pick<MarketContracts, "reader">,
): ReadUint {
  const reads = new Map<string, Promise<bigint | undefined>>()
  const queued: Queued<View, bigint | undefined>[] = []

  async function readAll(views: readonly View[]): Promise<readonly (bigint | undefined)[]> {
    const { abi } = marketReaderArtifact
    const data = encodeCall({ abi, functionName: "readAll", args: [views] })
    const answer = (await provider.request({ method: "eth_call", params: [{ to: reader, data }, "latest"] })) as Hex
    const results = decodeFunctionResult({ abi, functionName: "readAll", data: answer })
    return views.map((view, index) => toUint(view, results[index]))
  }

  return (address, abi, functionName, args = []) => {
    const data = encodeCall({ abi, functionName, args })
    const key = `${address} ${data}`
    const cached = reads.get(key)
    if (cached !== undefined) return cached
    if (reads.size >= maxReads) reads.clear()
    // After all pending work has asked its questions.
    if (queued.length === 0) process.nextTick(() => void answerQueued(queued.splice(0), readAll))
    const answer = enqueue(queued, { to: address, data })
    reads.set(key, answer)
    // Another try may succeed.
    answer.catch(() => reads.delete(key))
    return answer
  }
}

/** Bounded, because anyone can ask for the prices of any amounts. */
const maxReads = 10_000

function toUint(
  { to }: View,
  result: { readonly success: boolean; readonly data: Hex } | undefined,
): bigint | undefined {
  // The market's contracts give revert data whenever they refuse. A failure without any is a bug.
  if (result === undefined || result.data === "0x") throw new Error(`the market's contract at ${to} returned nothing`)
  return result.success ? BigInt(result.data) : undefined
}

export type ChainState = {
  /** The time that the next block would have, in unix seconds. */
  readonly time: number
  readonly read: ReadUint
}

/** Gives a chain's state, read anew only when the chain has changed: that saves half of the time of a quote. */
export function followState(
  chain: Pick<LocalChain, "provider" | "setBacks">,
  contracts: Pick<MarketContracts, "reader">,
): () => Promise<ChainState> {
  const readerNow = keepWhileSame(chain, () => createViewReader(chain, contracts))
  return async () => {
    const { kept: read, time } = await readerNow()
    return { time, read }
  }
}
