import type { Abi, Address, Hex } from "viem"

import type { LocalChain } from "../chain/chains.js"
import { encodeCall } from "../chain/encodeCall.js"
import { revertDataOf } from "../relay/revertData.js"

/** Reads one number from a contract; undefined if the call reverts. */
export type ReadUint = (
  address: Address,
  abi: Abi,
  functionName: string,
  args?: readonly unknown[],
) => Promise<bigint | undefined>

/** Creates a reader of the chain's latest state that makes each call only once. */
export function uintReader({ provider }: Pick<LocalChain, "provider">): ReadUint {
  const reads = new Map<string, Promise<bigint | undefined>>()

  async function read(to: Address, data: Hex): Promise<bigint | undefined> {
    try {
      return BigInt((await provider.request({ method: "eth_call", params: [{ to, data }, "latest"] })) as Hex)
    } catch (error) {
      // The market's contracts give revert data whenever they refuse. A failure without any is a bug.
      if (revertDataOf(error) === "0x") throw error
      return undefined
    }
  }

  return (address, abi, functionName, args = []) => {
    const data = encodeCall({ abi, functionName, args })
    const key = `${address} ${data}`
    const known = reads.get(key) ?? read(address, data)
    reads.set(key, known)
    return known
  }
}
