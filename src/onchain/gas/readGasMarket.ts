import type { Chain, Client } from "viem"
import { estimateMaxPriorityFeePerGas, getBlock, getFeeHistory, getGasPrice } from "viem/actions"

import type { GasMarket, GasTally } from "./GasPlan.js"

const blockCount = 100

/** Reads what gas costs. All of it is the node's word: it must be bounded before it is signed. Throws the errors of viem. */
export async function readGasMarket(client: Client, chain: Chain | undefined): Promise<GasMarket> {
  const asked = estimateMaxPriorityFeePerGas(client, { chain: chain ?? client.chain })
  // Where blocks have no base fee, there is none either.
  asked.catch(() => undefined)
  const [block, history] = await Promise.all([
    getBlock(client, { blockTag: "latest" }),
    getFeeHistory(client, { blockCount, blockTag: "latest", rewardPercentiles: [50] }).catch(() => undefined),
  ])
  const { baseFeePerGas: newest } = block
  if (newest === null) return { baseFee: undefined, tip: await getGasPrice(client), usual: undefined }
  const tip = await asked
  const fees = history?.baseFeePerGas ?? []
  const next = fees.at(-1) ?? newest
  const baseFee = next > newest ? next : newest
  const paid = fees.slice(0, -1).map((fee, index) => fee + (history?.reward?.[index]?.[0] ?? 0n))
  return { baseFee, tip, usual: median(paid) }
}

/** Milliseconds for which a reading counts for the next transactions of a batch. */
const freshness = 2_000

/** Reads it once for the transactions that are counted together, as long as the reading is fresh. */
export async function readSharedMarket(
  client: Client,
  chain: Chain | undefined,
  tally: GasTally | undefined,
): Promise<GasMarket> {
  const now = performance.now()
  const known = tally?.market
  if (known !== undefined && known.client === client && now - known.at < freshness) return known.market
  const market = await readGasMarket(client, chain)
  if (tally?.isBatch === true) tally.market = { client, at: now, market }
  return market
}

function median(values: readonly bigint[]): bigint | undefined {
  return values.toSorted((one, other) => (one < other ? -1 : 1))[Math.floor(values.length / 2)]
}
