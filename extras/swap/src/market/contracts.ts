import type { Abi, Address, Hex } from "viem"

import { addressesInOrder } from "#src/devnet/chain/deployInOrder.js"
import { encodeCall } from "#src/devnet/chain/encodeCall.js"

/** The market's contracts, in the order in which they are deployed: the router comes before the contracts that refer to it. */
const marketContractNames = [
  // Owns the others, and makes the calls of the keeper.
  "operator",
  "usdc",
  "usdt",
  "weth",
  "spark",
  // A dex whose price moves with every trade.
  "curve",
  // A dex that sells from stock at posted prices.
  "desk",
  "router",
  "deposits",
  // A bridge that pays from a pool, at once.
  "pool",
  // A bridge that burns and mints, some time later.
  "press",
  // Reads many views of the others in one call.
  "reader",
] as const

export type MarketContracts = Readonly<Record<(typeof marketContractNames)[number], Address>>

/** Above every nonce that the account uses for other contracts, so that no address depends on what else is on the chain. */
export const firstMarketNonce = 2000

/** Computes the market's addresses. They are the same on every chain of every devnet. */
export function marketContracts(deployer: Address): MarketContracts {
  return addressesInOrder(deployer, marketContractNames, firstMarketNonce)
}

export type MarketCall = { readonly to: Address; readonly data: Hex; readonly value: bigint }

export function call(
  to: Address,
  { abi }: { readonly abi: Abi },
  functionName: string,
  args: readonly unknown[] = [],
): MarketCall {
  return { to, data: encodeCall({ abi, functionName, args }), value: 0n }
}
