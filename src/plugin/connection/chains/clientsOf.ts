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

import { InvalidInputError } from "../../../primitives/InvalidInputError.js"

type AnyConnection = Pick<NetworkConnection<string>, "provider" | "networkName">

/** Milliseconds: a local chain answers at once, and a public one mines at most a block per second. */
const pollingInterval = 250

/** Creates a viem client on a connection's provider. The project does not need hardhat-viem. */
export function publicClientOf({ provider }: { readonly provider: Parameters<typeof custom>[0] }): PublicClient {
  return createPublicClient({ transport: custom(provider, { retryCount: 0 }), pollingInterval })
}

/**
 * Creates a viem client that sends as the connection's first account.
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
