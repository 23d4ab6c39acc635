import type { Address } from "viem"

import { readContract } from "viem/actions"

import { plugAbi } from "../../onchain/abi.js"
import type { Arrival } from "../../reading/types.js"

/** Names who can change a plug: the account that `owner()` returns, if the plug has that. */
export async function nameOwner({ chain, head }: Pick<Arrival, "chain" | "head">, plug: Address): Promise<string> {
  const owner = await readContract(chain.client, {
    abi: plugAbi,
    address: plug,
    functionName: "owner",
    blockNumber: head.number,
  }).catch(() => undefined)
  return owner === undefined
    ? `whoever runs the plug on ${chain.name}`
    : `the owner ${owner} of the plug on ${chain.name}`
}
