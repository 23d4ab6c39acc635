import { type Address, isAddressEqual, zeroAddress } from "viem"

import { call, readContract } from "viem/actions"
import { encodeFunctionData } from "viem/utils"

import type { Mend } from "../../../explaining/Explanation.js"
import { commandLine } from "../../../primitives/commands/commandLine.js"
import { plugAbi } from "../../onchain/abi.js"
import type { ReadableChain } from "../../reading/types.js"

/** The connection that a plug lacks. */
export type WantedConnection = {
  readonly chain: ReadableChain
  readonly plug: Address
  /** The chain of the sibling. */
  readonly other: ReadableChain
  readonly sibling: Address
  /** On the chain of the plug; `null` if none is known that fits. */
  readonly switchboard: Address | null
}

/**
 * Says who connects a plug with its sibling, and with which command. The call is simulated: a plug that has no `connect` of `Plug.sol` is
 * connected by a function of its own, which nobody here knows.
 */
export async function mendConnection(wanted: WantedConnection): Promise<Mend> {
  const { chain, plug, other, sibling, switchboard } = wanted
  const owner = await readOwner(chain, plug)
  const who =
    owner === null ? `whoever may connect the plug on ${chain.name}` : `the owner ${owner} of the plug on ${chain.name}`
  if (switchboard === null) return { who, command: null }
  if (!(await isConnectable({ ...wanted, switchboard, owner: owner ?? zeroAddress }))) {
    const by = `by the function of the plug ${plug} that calls connect of the socket`
    return { who: `${who}, ${by}, with the sibling ${sibling} and the switchboard ${switchboard}`, command: null }
  }
  const args = { plug, sibling, from: chain.name, to: other.name, switchboard }
  return { who, command: `npx hardhat ${commandLine("messaging connect", args, { positional: ["plug", "sibling"] })}` }
}

async function readOwner({ client }: ReadableChain, plug: Address): Promise<Address | null> {
  try {
    const owner = await readContract(client, { abi: plugAbi, address: plug, functionName: "owner" })
    return isAddressEqual(owner, zeroAddress) ? null : owner
  } catch {
    // Not every plug has an owner.
    return null
  }
}

async function isConnectable({
  chain: { client },
  plug,
  other,
  sibling,
  switchboard,
  owner,
}: WantedConnection & { readonly switchboard: Address; readonly owner: Address }): Promise<boolean> {
  const args = [other.slug, sibling, switchboard] as const
  const data = encodeFunctionData({ abi: plugAbi, functionName: "connect", args })
  return await call(client, { account: owner, to: plug, data }).then(
    () => true,
    () => false,
  )
}
