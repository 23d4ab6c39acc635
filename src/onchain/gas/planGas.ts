import type { Chain, Client } from "viem"
import { estimateGas, estimateMaxPriorityFeePerGas, getBlock, getFeeHistory, getGasPrice } from "viem/actions"
import { hexToBytes, parseGwei } from "viem/utils"

import { readNativeCurrency } from "../tokens.js"
import { requireWithin } from "./gasErrors.js"
import {
  type GasCall,
  type GasLimits,
  type GasMarket,
  type GasPlan,
  type GasPrice,
  type GasTally,
  maxPerGas,
} from "./GasPlan.js"
import { largerOf, smallerOf } from "#src/primitives/numbers/amount.js"
import { type CallShape, gasBefore, gasRules, presentHardfork, unchangedGas } from "#src/primitives/numbers/gasRules.js"

/** A spike that is allowed by default: so many times what the last hundred blocks have paid. */
const allowedSpike = 10n

/** Allowed where gas is cheap, because the tip is more than the base fee there. */
const leastLimit = parseGwei("10")

/** Allowed where the node has no history. */
const blindLimit = parseGwei("1000")

/** Enough for a few words of storage. More could exceed what a chain lets a transaction have. */
const mostRoom = 100_000n

/**
 * Plans the gas of a transaction from what the node says, within limits: a node can name any price, and the account would pay it. The
 * price leaves room for a base fee that doubles, as far as the limits do.
 * To change the limit of a currency: `gasErrors.ts`. Everything is sent by `onchain/submission`.
 *
 * @throws {GasPriceTooHighError} the next block costs more than `maxGasPrice`
 * @throws {GasTooExpensiveError} the whole gas costs more than is left of `maxGasCost`
 * @throws the errors of viem
 */
export async function planGas(client: Client, call: GasCall, limits: GasLimits): Promise<GasPlan> {
  const { account, to, data, value, chainId, chain } = call
  const [market, gas, { symbol }] = await Promise.all([
    readSharedMarket(client, chain, limits.gasTally),
    call.gas ?? estimateWithRoom(client, { account, to, data, value }),
    readNativeCurrency(client, chainId),
  ])
  const maxGasPrice = limits.maxGasPrice ?? defaultMaxGasPrice(market)
  const price = (market.baseFee ?? 0n) + market.tip
  const left = requireWithin({ gas, price }, { ...limits, maxGasPrice }, symbol)
  const affordable = gas === 0n ? maxGasPrice : left / gas
  const planned = priceWithin(market, smallerOf(affordable, maxGasPrice))
  return { gas, price: planned, cost: gas * maxPerGas(planned) }
}

/**
 * Estimates the gas of a transaction, with a fifth more. A block later it can need more: a time that is written twice within a second changes
 * nothing and costs little, and a second later it does.
 *
 * @throws the errors of viem
 */
export async function estimateWithRoom(
  client: Client,
  { account, to, data, value }: Pick<GasCall, "account" | "to" | "data" | "value">,
): Promise<bigint> {
  // The account's address only: viem would ask the node to fill in the rest for one that signs locally.
  const estimate = async (): Promise<bigint> => await estimateGas(client, { account, to, data, value })
  const first = await estimate()
  // A node that lags estimates for a new contract that no code runs. The next request may reach another node.
  const runsNothing = data !== "0x" && first <= gasOfCall({ data, value: 0n }, 0n)
  const estimated = runsNothing ? largerOf(first, await estimate()) : first
  return estimated + smallerOf(estimated / 5n, mostRoom)
}

function defaultMaxGasPrice({ usual }: GasMarket): bigint {
  return usual === undefined ? blindLimit : largerOf(usual * allowedSpike, leastLimit)
}

/** The most that is within a limit, which the next block is. */
function priceWithin({ baseFee, tip }: GasMarket, limit: bigint): GasPrice {
  if (baseFee === undefined) return { gasPrice: tip }
  return { maxFeePerGas: smallerOf(baseFee * 2n + tip, limit), maxPriorityFeePerGas: tip }
}

const blockCount = 100

/** Reads what gas costs. All of it is the node's word: it must be bounded before it is signed. Throws the errors of viem. */
export async function readGasMarket(client: Client, chain: Chain | undefined): Promise<GasMarket> {
  const asked = estimateMaxPriorityFeePerGas(client, { chain })
  // Blocks without a base fee have no tip either.
  asked.catch(() => undefined)
  const [block, history] = await Promise.all([
    getBlock(client, { blockTag: "latest" }),
    getFeeHistory(client, { blockCount, blockTag: "latest", rewardPercentiles: [50] }).catch(() => undefined),
  ])
  const { baseFeePerGas: newest } = block
  if (newest === null) return { baseFee: undefined, tip: await getGasPrice(client), usual: undefined }
  const tip = await asked
  const fees = history?.baseFeePerGas ?? []
  const baseFee = largerOf(fees.at(-1) ?? newest, newest)
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
  return values.toSorted((one, other) => Number(one - other))[Math.floor(values.length / 2)]
}

/** Gas of a transaction that calls a contract with some gas: what it needs before it begins, and what the EVM adds to one with value. */
export function gasOfCall(call: Pick<GasCall, "data" | "value">, callGas: bigint): bigint {
  const stipend = call.value === 0n ? 0 : unchangedGas.stipend
  // A node refuses a call with less than the floor.
  return largerOf(intrinsicGas(call) + BigInt(stipend) + callGas, BigInt(gasBefore(rules, shapeOf(call)).floor))
}

/** Gas that a call takes as a transaction before it begins. */
export function intrinsicGas(call: Pick<GasCall, "data" | "value">): bigint {
  return BigInt(gasBefore(rules, shapeOf(call)).intrinsic)
}

/** Nodes answer by the rules of today. By the next ones, a call without much data takes less before it begins. */
const rules = gasRules[presentHardfork]

export function shapeOf({ data, value }: Pick<GasCall, "data" | "value">): CallShape {
  const bytes = hexToBytes(data)
  const zeros = bytes.filter((byte) => byte === 0).length
  return { zeros, others: bytes.length - zeros, hasValue: value !== 0n }
}
