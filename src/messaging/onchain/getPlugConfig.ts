import type { Address, Client } from "viem"
import { readContract } from "viem/actions"

import { isContractFailure, WrongContractError } from "../../onchain/callErrors.js"
import { checkAddress, checkSlug } from "../../primitives/checks.js"
import { socketAbi } from "./abi.js"
import { explainProtocolError } from "./callErrors.js"

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
  try {
    const [siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor] = await readContract(client, {
      abi: socketAbi,
      address: socket,
      functionName: "getPlugConfig",
      args: [plug, siblingChainSlug],
    })
    return { siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor }
  } catch (error) {
    // Every socket answers this call, so a contract that fails is not a socket.
    if (!isContractFailure(error)) throw explainProtocolError(error, { address: socket, functionName: "getPlugConfig" })
    const next =
      "Check the chain and the socket's address, which is plugs.chains.<name>.socket in a Hardhat configuration."
    throw new WrongContractError({ address: socket, expected: "socket", next })
  }
}
