import type { Address, Client, Hex } from "viem"

import { isAddressEqual } from "viem/utils"

import { transact, type TransactOptions } from "../../onchain/transact.js"
import { checkAddress, checkSlug } from "../../primitives/checks.js"
import { plugAbi } from "./abi.js"
import { getPlugConfig } from "./getPlugConfig.js"
import { protocolReverts } from "./protocolReverts.js"
import { readSocketOf } from "./readSocketOf.js"

/** One side of a connection, as its plug's owner makes it. */
export type ConnectPlugParameters = TransactOptions & {
  /** On the clients' chain; it inherits `Plug.sol`, and the wallet's account owns it. */
  plug: Address
  siblingChainSlug: number
  /** The plug on that chain. */
  sibling: Address
  /** Of the clients' chain; it guards both directions. */
  switchboard: Address
}

/** The transaction, or `undefined` when the plug was connected like that already and nothing was sent. */
export type ConnectPlugReturnType = { readonly hash: Hex | undefined }

/**
 * Connects a plug to its sibling on another chain. A message can arrive when both sides have done so. Doing it again costs nothing.
 *
 * @throws {CallRevertedError} the plug refuses: the account isn't its owner, or the switchboard has no path to that chain
 * @throws {WrongContractError} there is no plug at that address
 * @throws as `sendThroughPlug` does of what can happen on the way
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
