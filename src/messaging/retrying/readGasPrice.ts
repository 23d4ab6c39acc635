import { BaseError, type Client, parseGwei } from "viem"
import { estimateFeesPerGas } from "viem/actions"

import type { GasPrice } from "../../onchain/transact.js"
import { GasPriceTooHighError } from "./retryErrors.js"

/** Wei. Public chains are far below, most of the time. */
const defaultMaxGasPrice: bigint = parseGwei("1000")

/**
 * Reads what gas costs. A node can name any price, and the account pays it, so it is bounded.
 *
 * @throws {GasPriceTooHighError} the node asks for more
 */
export async function readGasPrice(client: Client, most: bigint = defaultMaxGasPrice): Promise<GasPrice> {
  const price = await estimate(client)
  const asked = maxPerGas(price)
  if (asked > most) throw new GasPriceTooHighError({ asked, most })
  return price
}

/** Wei that a gas costs at most. */
export function maxPerGas(price: GasPrice): bigint {
  return "gasPrice" in price ? price.gasPrice : price.maxFeePerGas
}

async function estimate(client: Client): Promise<GasPrice> {
  try {
    const { maxFeePerGas, maxPriorityFeePerGas } = await estimateFeesPerGas(client)
    return { maxFeePerGas, maxPriorityFeePerGas }
  } catch (error) {
    if (!(error instanceof BaseError) || error.name !== "Eip1559FeesNotSupportedError") throw error
    const { gasPrice } = await estimateFeesPerGas(client, { type: "legacy", chain: client.chain })
    return { gasPrice }
  }
}
