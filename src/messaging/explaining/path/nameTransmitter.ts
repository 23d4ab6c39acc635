import { readContract } from "viem/actions"

import { socketAbi } from "../../onchain/abi.js"
import type { Head, ReadableChain } from "../../reading/types.js"
import { nameHolders, readRoleHolders } from "./roleHolders.js"

/** Names the transmitters that may seal packets on a chain for another one, or propose packets from another one on it. */
export async function nameTransmitter(chain: ReadableChain, head: Head, otherSlug: number): Promise<string> {
  const manager = await readContract(chain.client, {
    abi: socketAbi,
    address: chain.socket,
    functionName: "transmitManager__",
  }).catch(() => undefined)
  if (manager === undefined) return `the transmitter of ${chain.name}`
  const role = { name: "TRANSMITTER_ROLE", slug: otherSlug } as const
  const holders = await readRoleHolders(chain, head, { contract: manager, role })
  if (holders?.length === 0)
    return `the owner of the transmit manager ${manager} on ${chain.name}, where nobody holds TRANSMITTER_ROLE for chain ${otherSlug}`
  return `${nameHolders("transmitter", holders)} on ${chain.name}`
}
