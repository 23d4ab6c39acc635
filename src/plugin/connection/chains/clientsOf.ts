import type { NetworkConnection } from "hardhat/types/network"
import {
  type Account,
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type CustomTransport,
  type PublicClient,
  type WalletClient,
  zeroAddress,
} from "viem"
import { getAddress, isAddressEqual } from "viem/utils"

import { chainIdMissing } from "../../config/chainsOf.js"
import { namedChains, type Requestable, requestOnChain, requestToSign } from "./requestOnChain.js"
import type { Question } from "#src/http/parsing/nodeAnswers.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

type AnyConnection = Pick<NetworkConnection<string>, "provider" | "networkName" | "networkConfig">

/** Milliseconds: a local chain answers at once, and a public one mines at most a block per second. */
const pollingInterval = 250

/**
 * Creates a viem client on a connection's provider. The project does not need hardhat-viem. It asks no server that a contract names, as viem
 * does by default.
 */
export function publicClientOf(connection: Requestable): PublicClient {
  return createPublicClient({ transport: transportTo(connection, requestToRead), pollingInterval, ccipRead: false })
}

/** Calls come from the zero address, as at a node: Hardhat would ask for the account's addresses, once for each of several calls at once. */
async function requestToRead(connection: Requestable, call: Question): Promise<unknown> {
  const [first, ...others] = call.method === "eth_call" ? (call.params as readonly object[]) : []
  const params = first === undefined || "from" in first ? call.params : [{ from: zeroAddress, ...first }, ...others]
  return await requestOnChain(connection, { ...call, params })
}

function transportTo(connection: Requestable, request: typeof requestOnChain): CustomTransport {
  return custom({ request: (call: Question) => request(connection, call) }, { retryCount: 0 })
}

/**
 * Creates a viem client that sends as one of the connection's accounts.
 *
 * @param wanted Default: the first one
 * @throws {InvalidInputError} the network has none, or not this one, or nobody but its node says which chain it is
 */
export async function walletClientOf(
  connection: AnyConnection,
  wanted?: Address,
): Promise<WalletClient & { account: Account }> {
  const { provider, networkName } = connection
  if (namedChains.get(provider) === null) throw chainIdMissing(`config.networks.${networkName}.chainId`, networkName)
  const account = await senderOn(connection, wanted)
  return createWalletClient({ account, transport: transportTo(connection, requestToSign), pollingInterval })
}

/** Returns the account that a connection sends from, by default the first. Throws an InvalidInputError if the network lacks it. */
export async function senderOn(connection: AnyConnection, wanted?: Address): Promise<Address> {
  const { networkName } = connection
  const accounts = (await requestOnChain(connection, { method: "eth_accounts" })) as Address[]
  const account = wanted === undefined ? accounts[0] : accounts.find((own) => isAddressEqual(own, wanted))
  if (account === undefined && wanted !== undefined) {
    throw new InvalidInputError({
      argument: "--account",
      problem: `the network ${networkName} cannot sign for ${wanted}`,
      fix: accounts.length === 0 ? "It has no account." : `Its accounts are ${accounts.slice(0, 5).join(", ")}.`,
    })
  }
  if (account === undefined) {
    throw new InvalidInputError({
      argument: `config.networks.${networkName}.accounts`,
      problem: "there is no account to send from",
      fix: 'Add one, such as accounts: [configVariable("PRIVATE_KEY")].',
    })
  }
  return getAddress(account)
}
