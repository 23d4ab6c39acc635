import type { Client } from "viem"
import { estimateGas } from "viem/actions"
import { parseGwei } from "viem/utils"

import { readNativeCurrency } from "../tokens.js"
import { requireWithin } from "./gasErrors.js"
import { type GasCall, type GasLimits, type GasMarket, type GasPlan, type GasPrice, maxPerGas } from "./GasPlan.js"
import { readSharedMarket } from "./readGasMarket.js"

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
  const planned = priceWithin(market, affordable < maxGasPrice ? affordable : maxGasPrice)
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
  const estimated = await estimateGas(client, { account, to, data, value })
  return estimated + (estimated / 5n < mostRoom ? estimated / 5n : mostRoom)
}

function defaultMaxGasPrice({ usual }: GasMarket): bigint {
  if (usual === undefined) return blindLimit
  const spike = usual * allowedSpike
  return spike > leastLimit ? spike : leastLimit
}

/** The most that is within a limit, which the next block is. */
function priceWithin({ baseFee, tip }: GasMarket, limit: bigint): GasPrice {
  if (baseFee === undefined) return { gasPrice: tip }
  const wanted = baseFee * 2n + tip
  return { maxFeePerGas: wanted < limit ? wanted : limit, maxPriorityFeePerGas: tip }
}
