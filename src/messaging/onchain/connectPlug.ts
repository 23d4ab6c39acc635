import { type Address, type Client, type Hex, zeroAddress } from "viem"

import { ConnectionNotMadeError, protocolReverts } from "./callErrors.js"
import { checkConnectCall } from "./connection/checkConnectCall.js"
import { connectCall, type ConnectFunction } from "./connection/connectCall.js"
import { isMade } from "./connection/differencesOf.js"
import { type ReadCall, readCall } from "./connection/readCall.js"
import { readOwner } from "./connection/readConnectionFacts.js"
import { getPlugConfig, type PlugConfig } from "./getPlugConfig.js"
import { encodeCall } from "./plugCall.js"
import { readSocketOf } from "./readSocketOf.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { clientAfter } from "#src/onchain/clientAfter.js"
import { accountOf, type ContractCall, transact, type TransactOptions } from "#src/onchain/transact.js"
import { checkAddress, checkSlug } from "#src/primitives/checks.js"

/** One side of a connection. The owner of its plug sets it up. */
export type ConnectPlugParameters = TransactOptions &
  ConnectFunction & {
    /** A contract on the clients' chain that the wallet's account may connect. It need not inherit `Plug.sol`. */
    plug: Address
    siblingChainSlug: number
    /** The plug on the sibling chain; `"none"` disconnects. */
    sibling: Address | "none"
    /** What `block.chainid` is on the sibling chain, for a function that takes it, such as `link` of `PlugsGateway`. */
    siblingChainId?: number | undefined
    /** A switchboard on the clients' chain. It is used for both directions. */
    switchboard: Address
    /** Called with the call, once it is checked and before it is sent. */
    onCall?: ((call: ReadCall) => void) | undefined
    /** The socket of the chain. Default: the one that the plug names by `socket()` or `socket__()`. */
    socket?: Address | undefined
  }

/** The hash of the transaction, or `undefined` if the plug was already connected in this way and nothing was sent. */
export type ConnectPlugReturnType = { readonly hash: Hex | undefined }

/**
 * Connects a plug to its sibling on another chain. Messages can arrive once both plugs are connected to each other. If the plug is
 * already connected in this way, nothing is sent.
 *
 * A plug that does not inherit `Plug.sol` is connected by a function of its own, which `signature`, or `functionName` and `abi`, name. The
 * socket is read afterwards, and says whether the function has made the connection.
 *
 * The call is simulated first and refused if it would do anything but make this connection. A node that cannot show that allows no
 * other function than `connect(uint32,address,address)`.
 *
 * @throws {InvalidInputError} a parameter is invalid, or the wallet client has no account
 * @throws {CallRevertedError} the plug reverts: the account is not its owner, or the switchboard has no path to that chain
 * @throws {WrongContractError} there is no plug at the address, or it does not name its socket and `socket` is not given
 * @throws {NotOnlyAConnectionError} the function would do more than connect the plug, or something else; nothing was sent
 * @throws {CallNotShownError} the node cannot show what another function than `connect(uint32,address,address)` would do
 * @throws {WrongSocketError} the plug names another socket than `socket`
 * @throws {ConnectionNotMadeError} the function was called, but the plug is not connected in this way
 * @throws {NotSubmittedError} `NotMinedError` `TransactionRevertedError` `NodeFailedError`
 * @example
 * await connectPlug(publicClient, walletClient, { plug, siblingChainSlug: 41002, sibling, switchboard })
 * await connectPlug(publicClient, walletClient, {
 *   socket, plug, siblingChainSlug: 41002, sibling, switchboard,
 *   signature: "setSocketConfig(uint32 siblingSlug, address siblingPlug, address switchboard)",
 * })
 */
export async function connectPlug(
  publicClient: Client,
  walletClient: Client,
  parameters: ConnectPlugParameters,
): Promise<ConnectPlugReturnType> {
  const prepared = await prepareConnection(publicClient, accountOf(walletClient).address, parameters)
  if (prepared === undefined) return { hash: undefined }
  const { call, shown, isMade } = prepared
  parameters.onCall?.(shown)
  const receipt = await transact(publicClient, walletClient, call, { ...parameters, guide: protocolReverts })
  const { transactionHash: hash } = receipt
  const isOfPlugSol = parameters.signature === undefined && parameters.functionName === undefined
  if (!isOfPlugSol && !(await isMade(clientAfter(publicClient, receipt, parameters)))) {
    throw new ConnectionNotMadeError({ plug: call.address, functionName: call.functionName, hash })
  }
  return { hash }
}

/** A call that connects a plug, checked and not sent. */
export type PreparedConnection = {
  readonly call: ContractCall
  readonly data: Hex
  /** What the data says. */
  readonly shown: ReadCall
  /** Whether the socket has the connection. */
  readonly isMade: (client: Client) => Promise<boolean>
}

/**
 * Makes the call that connects a plug, and checks it as {@link connectPlug} does before it sends. Sends nothing.
 *
 * @param sender who would send it, such as a multisig that owns the plug
 * @returns `undefined` if the plug is connected in this way already
 * @throws what `connectPlug` throws before it sends
 */
export async function prepareConnection(
  client: Client,
  sender: Address,
  parameters: ConnectPlugParameters,
): Promise<PreparedConnection | undefined> {
  const plug = checkAddress(parameters.plug, "plug")
  const siblingChainSlug = checkSlug(parameters.siblingChainSlug, "siblingChainSlug")
  const sibling = parameters.sibling === "none" ? zeroAddress : checkAddress(parameters.sibling, "sibling")
  const switchboard = checkAddress(parameters.switchboard, "switchboard")

  const knownSocket = parameters.socket === undefined ? undefined : checkAddress(parameters.socket, "socket")
  const wanted = { siblingChainSlug, sibling, switchboard }
  const call = { ...connectCall(parameters, { ...wanted, siblingChainId: parameters.siblingChainId }), address: plug }

  const socket = await readSocketOf(client, plug, knownSocket)
  const readConfig = (at: Client): Promise<PlugConfig> => getPlugConfig(at, { socket, plug, siblingChainSlug })
  const before = await readConfig(client)
  if (isMade(before, wanted)) return undefined

  const owner = await readOwner(client, plug)
  const data = encodeCall(call)
  const transaction = { plug, socket, sender, owner, ...call, data, wanted, before: before.siblingPlug }
  await unlessAborted(checkConnectCall(client, transaction, parameters.errorAbis), [parameters.signal])
  return { call, data, shown: readCall(call.abi, data), isMade: async (at) => isMade(await readConfig(at), wanted) }
}
