import { type Abi, type Address, encodeFunctionData, type Hex } from "viem"

import type { LocalChain } from "../chain/chains.js"
import { revertDataOf } from "../relay/revertDataOf.js"

/** Reads one number from a contract; `undefined` when the contract refuses. */
export type ReadUint = (
  address: Address,
  abi: Abi,
  functionName: string,
  args?: readonly unknown[],
) => Promise<bigint | undefined>

/** Reads numbers as they are now, the same one only once. */
export function uintReader({ provider }: Pick<LocalChain, "provider">): ReadUint {
  const reads = new Map<string, Promise<bigint | undefined>>()

  async function read(to: Address, data: Hex): Promise<bigint | undefined> {
    try {
      return BigInt((await provider.request({ method: "eth_call", params: [{ to, data }, "latest"] })) as Hex)
    } catch (error) {
      // Every refusal of the market's contracts says why. What says nothing is somebody's mistake.
      if (revertDataOf(error) === "0x") throw error
      return undefined
    }
  }

  return (address, abi, functionName, args = []) => {
    const data = encodeFunctionData({ abi, functionName, args })
    const key = `${address} ${data}`
    const known = reads.get(key) ?? read(address, data)
    reads.set(key, known)
    return known
  }
}
