import type { Chain, Client } from "viem"
import { estimateMaxPriorityFeePerGas, getBlock, getFeeHistory, getGasPrice } from "viem/actions"

/** What a node says that gas costs now, and has cost. In wei for one gas. */
export type GasMarket = {
  /** The base fee of the next block; `undefined` where blocks have none. */
  readonly baseFee: bigint | undefined
  /** What the next block wants beside it, or in all where blocks have no base fee. */
  readonly tip: bigint
  /** The median of what the last hundred blocks have paid. `undefined` if the node does not say. */
  readonly usual: bigint | undefined
}

const blockCount = 100

/** Reads what gas costs. All of it is the node's word: it must be bounded before it is signed. Throws the errors of viem. */
export async function readGasMarket(client: Client, chain: Chain | undefined): Promise<GasMarket> {
  const [block, history] = await Promise.all([
    getBlock(client, { blockTag: "latest" }),
    getFeeHistory(client, { blockCount, blockTag: "latest", rewardPercentiles: [50] }).catch(() => undefined),
  ])
  const { baseFeePerGas: newest } = block
  if (newest === null) return { baseFee: undefined, tip: await getGasPrice(client), usual: undefined }
  const tip = await estimateMaxPriorityFeePerGas(client, { chain: chain ?? client.chain })
  const fees = history?.baseFeePerGas ?? []
  const next = fees.at(-1) ?? newest
  const baseFee = next > newest ? next : newest
  const paid = fees.slice(0, -1).map((fee, index) => fee + (history?.reward?.[index]?.[0] ?? 0n))
  return { baseFee, tip, usual: median(paid) }
}

function median(values: readonly bigint[]): bigint | undefined {
  return values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))[Math.floor(values.length / 2)]
}
