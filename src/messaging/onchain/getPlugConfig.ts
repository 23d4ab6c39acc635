import type { Address, Client } from "viem"

import { readContract } from "viem/actions"

import { isRefusal, WrongContractError } from "../../onchain/callErrors.js"
import { checkAddress, checkSlug } from "../../primitives/checks.js"
import { socketAbi } from "./abi.js"
import { explainCallError } from "./callErrors.js"

/** Which plug, as seen from which chain. */
export type GetPlugConfigParameters = { socket: Address; plug: Address; siblingChainSlug: number }

/** What a plug has told its socket about one other chain. All zero when it never connected. */
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
 * @throws {WrongContractError} there is no socket at that address on the client's chain
 * @throws {NodeFailedError} the node didn't answer
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
    // No socket refuses this question.
    if (!isRefusal(error)) throw explainCallError(error, { address: socket, functionName: "getPlugConfig" })
    const next = "Check the socket's address, plugs.chains.<name>.socket in a Hardhat configuration, and the chain."
    throw new WrongContractError({ address: socket, expected: "socket", next })
  }
}
