import type { Address, Chain, Client, Hex } from "viem"

/** What a transaction pays for a gas, in wei: the second form is for chains without a base fee. */
export type GasPrice =
  { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint } | { readonly gasPrice: bigint }

/** What the account pays for gas at most, whatever the node asks for. */
export type GasLimits = {
  /** Wei for one gas. Default: ten times what the last hundred blocks have paid, and 10 gwei at least. */
  readonly maxGasPrice?: bigint | undefined
  /** Wei for the gas of all transactions of a call. Default: 0.05 of the native currency, or more where it is worth less than ether. */
  readonly maxGasCost?: bigint | undefined
  /** Counts the gas of the transactions so far, so that `maxGasCost` holds for several. Default: each counts alone. */
  readonly gasTally?: GasTally | undefined
}

/** What the transactions so far cost at most, in wei. */
export type GasTally = {
  spent: bigint
  /** Whether they are sent in one go, without waiting for each other, so that what gas costs need not be read anew for each. */
  readonly isBatch?: boolean
  /** What was read last for a batch. */
  market?: { readonly client: Client; readonly at: number; readonly market: GasMarket }
}

/** What a node says that gas costs now, and has cost. In wei for one gas. */
export type GasMarket = {
  /** The base fee of the next block; `undefined` where blocks have none. */
  readonly baseFee: bigint | undefined
  /** What the next block wants beside it, or in all where blocks have no base fee. */
  readonly tip: bigint
  /** The median of what the last hundred blocks have paid. `undefined` if the node does not say. */
  readonly usual: bigint | undefined
}

/** Makes the limits hold for all transactions that are sent with them, and not for each alone. */
export function withSharedTally<Limits extends GasLimits>(limits: Limits): Limits & { readonly gasTally: GasTally } {
  return { ...limits, gasTally: limits.gasTally ?? { spent: 0n } }
}

export type GasCall = {
  readonly account: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** Of the chain that the transaction is for. */
  readonly chainId: number
  /** Knows the fees of a chain that has rules of its own. */
  readonly chain?: Chain | undefined
  /** Default: what the node estimates. */
  readonly gas?: bigint | undefined
}

/** The gas of a transaction, as it is shown and signed. */
export type GasPlan = {
  readonly gas: bigint
  readonly price: GasPrice
  /** Wei that the gas costs at most. */
  readonly cost: bigint
}

/** Returns the limits with which what was shown is not exceeded, and what is cheaper by then can be paid. */
export function limitsOf({ price, cost }: Pick<GasPlan, "price" | "cost">): GasLimits {
  return { maxGasPrice: maxPerGas(price), maxGasCost: cost }
}

/** Wei that one gas costs at most. */
export function maxPerGas(price: GasPrice): bigint {
  return "gasPrice" in price ? price.gasPrice : price.maxFeePerGas
}
