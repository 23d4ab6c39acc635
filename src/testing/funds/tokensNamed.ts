import type { Address } from "viem"

import type { LocalChain } from "../../devnet/chain/chains.js"
import type { OpenWorld } from "../OpenWorld.js"

/** The tokens that a world brings to a chain, by their symbols. */
export function tokensNamed({ devnet, gateway }: OpenWorld, { name }: LocalChain): ReadonlyMap<string, Address> {
  const tokens = Object.values(devnet.market?.[name]?.tokens ?? {}).map(
    ({ symbol, address }) => [symbol, address] as const,
  )
  if (gateway === undefined) return new Map(tokens)
  const { feeToken, sixDecimalFeeToken } = gateway.servedContracts
  return new Map([...tokens, ["USDX", feeToken], ["USD6", sixDecimalFeeToken]])
}
