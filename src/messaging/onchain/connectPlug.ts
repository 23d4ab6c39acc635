import type { Address, Client, Hex } from "viem"

import { isAddressEqual } from "viem/utils"

import { transact, type TransactOptions } from "../../onchain/transact.js"
import { checkAddress, checkSlug } from "../../primitives/checks.js"
import { plugAbi } from "./abi.js"
import { getPlugConfig } from "./getPlugConfig.js"
import { protocolReverts } from "./callErrors.js"
import { readSocketOf } from "./readSocketOf.js"

/** One side of a connection. The owner of its plug sets it up. */
export type ConnectPlugParameters = TransactOptions & {
  /** A contract on the clients' chain that inherits `Plug.sol` and that the wallet's account owns. */
  plug: Address
  siblingChainSlug: number
  /** The plug on the sibling chain. */
  sibling: Address
  /** A switchboard on the clients' chain. It is used for both directions. */
  switchboard: Address
}

/** The hash of the transaction, or `undefined` if the plug was already connected in this way and nothing was sent. */
export type ConnectPlugReturnType = { readonly hash: Hex | undefined }

/**
 * Connects a plug to its sibling on another chain. Messages can arrive once both plugs are connected to each other. If the plug is
 * already connected in this way, nothing is sent.
 *
 * @throws {InvalidInputError} a parameter is invalid, or the wallet client has no account
 * @throws {CallRevertedError} the plug reverts: the account is not its owner, or the switchboard has no path to that chain
 * @throws {WrongContractError} there is no plug at the address
 * @throws {NotSubmittedError} {@link NotMinedError} {@link TransactionRevertedError} {@link NodeFailedError}
 * @example
 * await connectPlug(publicClient, walletClient, { plug, siblingChainSlug: 41002, sibling, switchboard })
 */
export async function connectPlug(
  publicClient: Client,
  walletClient: Client,
  parameters: ConnectPlugParameters,
): Promise<ConnectPlugReturnType> {
  const plug = checkAddress(parameters.plug, "plug")
  const siblingChainSlug = checkSlug(parameters.siblingChainSlug, "siblingChainSlug")
  const sibling = checkAddress(parameters.sibling, "sibling")
  const switchboard = checkAddress(parameters.switchboard, "switchboard")

  const socket = await readSocketOf(publicClient, plug)
  const config = await getPlugConfig(publicClient, { socket, plug, siblingChainSlug })
  const isConnected =
    isAddressEqual(config.siblingPlug, sibling) &&
    isAddressEqual(config.inboundSwitchboard, switchboard) &&
    isAddressEqual(config.outboundSwitchboard, switchboard)
  if (isConnected) return { hash: undefined }

  const call = { abi: plugAbi, address: plug, functionName: "connect", args: [siblingChainSlug, sibling, switchboard] }
  const { transactionHash } = await transact(publicClient, walletClient, call, {
    ...parameters,
    guide: protocolReverts,
  })
  return { hash: transactionHash }
}
