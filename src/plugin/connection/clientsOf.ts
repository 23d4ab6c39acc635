import type { NetworkConnection } from "hardhat/types/network"

import {
  type Account,
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type PublicClient,
  type WalletClient,
} from "viem"

import { getAddress } from "viem/utils"

import { InvalidInputError } from "../../primitives/InvalidInputError.js"

type AnyConnection = Pick<NetworkConnection<string>, "provider" | "networkName">

/** A local chain answers at once, and a public one mines a block every second at best. */
const pollingInterval = 250

/** A viem client over a connection's own provider, whether or not the project uses hardhat-viem. */
export function publicClientOf({ provider }: AnyConnection): PublicClient {
  return createPublicClient({ transport: custom(provider, { retryCount: 0 }), pollingInterval })
}

/**
 * A viem client that signs as the connection's first account.
 *
 * @throws {InvalidInputError} the network has none
 */
export async function walletClientOf({
  provider,
  networkName,
}: AnyConnection): Promise<WalletClient & { account: Account }> {
  const [account] = (await provider.request({ method: "eth_accounts" })) as Address[]
  if (account === undefined) {
    throw new InvalidInputError({
      argument: `config.networks.${networkName}.accounts`,
      problem: "there is no account to send from",
      fix: 'Add one, such as accounts: [configVariable("PRIVATE_KEY")].',
    })
  }
  return createWalletClient({
    account: getAddress(account),
    transport: custom(provider, { retryCount: 0 }),
    pollingInterval,
  })
}
