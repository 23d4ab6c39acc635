import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { Abi, Account, Address, PublicClient, WalletClient } from "viem"
import { getChainId } from "viem/actions"

import type { SafeFileParameters } from "./writeSafeFiles.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { requireSafe } from "#src/messaging/reading/safe/requireSafe.js"
import { explainCallError, NodeFailedError } from "#src/onchain/callErrors.js"
import { type NativeCurrency, readNativeCurrency } from "#src/onchain/tokens.js"
import { publicClientOf, walletClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import { openSocket } from "#src/plugin/connection/chains/openSocket.js"
import { requestToSign } from "#src/plugin/connection/chains/requestOnChain.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { isLocalNetwork } from "#src/plugin/records/identifyChain.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** A chain to call plugs or the socket on. Dispose of it when the task has ended. */
export type PlugChain = AsyncDisposable & {
  readonly connection: NetworkConnection
  /** Whether what is spent on it is worth nothing. Anywhere else people are asked first. */
  readonly isLocal: boolean
  readonly chainId: number
  /**
   * Begins a file for a Safe, which others sign. As for what is signed here, the chain id is the one that the configuration says.
   *
   * @throws {InvalidInputError} the account is not known as a Safe
   */
  readonly fileFor: (safe: Address) => Promise<Pick<SafeFileParameters, "chain" | "chainId" | "safe">>
  /** It was checked. */
  readonly socket: Address
  readonly publicClient: PublicClient
  /** What gas is paid with. */
  readonly native: NativeCurrency
  /**
   * Opens what sends as an account of the chain.
   *
   * @param account Default: the first one
   * @throws {InvalidInputError} the network has no account, or not this one
   */
  openWallet(account?: Address): Promise<WalletClient & { account: Account }>
  /** Reads the errors of the project's contracts. */
  readErrorAbis(): Promise<Abi[]>
}

/**
 * Connects to a chain and checks its socket.
 *
 * @throws {NodeUnreachableError} {@link DeploymentMismatchError} {@link InvalidInputError} `AbortedError`
 */
export async function openPlugChain(
  hre: HardhatRuntimeEnvironment,
  chain: ChainEntry,
  signal: AbortSignal,
): Promise<PlugChain> {
  await using opening = new Disposables()
  const connection = opening.use(await connectChain(hre, chain, { signal }))
  const socket = await openSocket(connection, chain)
  const publicClient = publicClientOf(connection)
  const explained = (error: unknown): never => {
    throw explainCallError(error, { address: socket, functionName: "eth_chainId" })
  }
  const chainId = await getChainId(publicClient).catch(explained)
  const refuse = (error: unknown): never => {
    throw new NodeFailedError({ functionName: "eth_chainId", chain: chain.name }, nodeReason(error))
  }
  return {
    connection,
    isLocal: await isLocalNetwork(connection, hre.config),
    chainId,
    async fileFor(safe) {
      const { safeCode } = hre.config.plugs.trust ?? {}
      await requireSafe({ client: publicClient, socket }, { address: safe, chain: chain.name, safeCode })
      const chainId = await requestToSign(connection, { method: "eth_chainId" }).then(Number, refuse)
      return { chain: chain.name, chainId, safe }
    },
    socket,
    publicClient,
    native: await readNativeCurrency(publicClient, chainId),
    openWallet: (account) => unlessAborted(walletClientOf(connection, account), [signal]),
    readErrorAbis: () => readErrorAbis(hre.artifacts),
    [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose],
  }
}
