import type { Address, Client, ContractFunctionReturnType } from "viem"
import { readContract } from "viem/actions"

import { socketAbi } from "./abi.js"
import { explainProtocolError } from "./callErrors.js"
import { isContractFailure, WrongContractError } from "#src/onchain/callErrors.js"
import { checkAddress, checkSlug } from "#src/primitives/checks.js"

/** Which plug, and its connection to which chain. */
export type GetPlugConfigParameters = { socket: Address; plug: Address; siblingChainSlug: number }

/** How a plug is connected to one other chain. All addresses are zero if it is not connected. */
export type PlugConfig = {
  readonly siblingPlug: Address
  readonly inboundSwitchboard: Address
  readonly outboundSwitchboard: Address
  readonly capacitor: Address
  readonly decapacitor: Address
}

type ConfigWords = ContractFunctionReturnType<typeof socketAbi, "view", "getPlugConfig">

/** Names what a socket answers. */
export function plugConfig(words: ConfigWords): PlugConfig {
  const [siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor] = words
  return { siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor }
}

/**
 * Reads how a plug is connected to another chain.
 *
 * @param client a viem client of the plug's chain
 * @throws {InvalidInputError} a parameter is invalid
 * @throws {WrongContractError} there is no socket at the address on the client's chain
 * @throws {NodeFailedError} the node did not answer
 * @example
 * const { siblingPlug } = await getPlugConfig(client, { socket, plug, siblingChainSlug: 41002 })
 */
export async function getPlugConfig(client: Client, parameters: GetPlugConfigParameters): Promise<PlugConfig> {
  const socket = checkAddress(parameters.socket, "socket")
  const plug = checkAddress(parameters.plug, "plug")
  const siblingChainSlug = checkSlug(parameters.siblingChainSlug, "siblingChainSlug")
  const call = { address: socket, functionName: "getPlugConfig", args: [plug, siblingChainSlug] } as const
  try {
    return plugConfig(await readContract(client, { ...call, abi: socketAbi }))
  } catch (error) {
    // Every socket answers this call, so a contract that fails is not a socket.
    if (!isContractFailure(error)) throw explainProtocolError(error, call)
    const next =
      "Check the chain and the socket's address, which is plugs.chains.<name>.socket in a Hardhat configuration."
    throw new WrongContractError({ address: socket, expected: "socket", next })
  }
}
