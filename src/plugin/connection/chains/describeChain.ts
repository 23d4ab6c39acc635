import path from "node:path"

import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"
import type { Abi, Account, Address, Client, PublicClient, WalletClient } from "viem"

import type { ChainIdentity } from "../../records/identifyChain.js"
import { chainIdAtFirst, requestToSign } from "./requestOnChain.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** A chain that is connected. Each other part is read when it is first asked for, once; one that failed is read again the next time. */
export type Chain = {
  readonly entry: ChainEntry
  readonly connection: NetworkConnection<string>
  readonly client: PublicClient
  /** As its node has said at first. */
  readonly chainId: number
  /** Whether what is spent on it is worth nothing, by the configuration. Anywhere else people are asked first. */
  readonly isLocal: boolean
  /** Its messaging contract, which is checked. */
  readonly socket: () => Promise<Address>
  /**
   * Opens what sends as an account of the chain.
   *
   * @param account Default: the first one
   * @throws {InvalidInputError} the network has no account, or not this one
   */
  readonly wallet: (account?: Address) => Promise<WalletClient & { account: Account }>
  /**
   * Finds the folder of a kind of records in `.plugs` of the project. It is found by the chain, whatever the network is called. A local chain
   * that was started again has another folder: nothing that the old one records happened on it.
   *
   * @throws {ChainNotIdentifiedError} it is unknown which folder is the chain's
   * @throws {JournalUnusableError} the folder cannot be written
   */
  readonly folderOf: (kind: string) => Promise<string>
  /** What gas is paid with. */
  readonly native: () => Promise<NativeCurrency>
  /** @throws {ChainNotIdentifiedError} the node does not answer */
  readonly identity: () => Promise<ChainIdentity>
  /** As its messages are read: with its socket and its other nodes. */
  readonly readable: () => Promise<ReadableChain>
  /**
   * Begins a file for a Safe, which others sign. As for what is signed here, the chain id is the one that the configuration says.
   *
   * @throws {InvalidInputError} the account is not known as a Safe
   */
  readonly fileFor: (
    safe: Address,
  ) => Promise<{ readonly chain: string; readonly chainId: number; readonly safe: Address }>
  /** The errors of the project's contracts, which say why a call on it reverts. */
  readonly errorAbis: () => Promise<Abi[]>
}

type Connected = {
  readonly entry: ChainEntry
  readonly connection: NetworkConnection<string>
  readonly signal?: AbortSignal | undefined
}

/** Describes a chain of which its node was asked already. */
export async function describeChain(
  { config, artifacts }: Pick<HookContext, "config" | "artifacts">,
  { entry, connection, signal }: Connected,
): Promise<Chain> {
  // After its first request, which needs no viem. Most tasks that may read chains do not come to it at all.
  const [{ publicClientOf, walletClientOf }, { chainFolderName, identifyChain, isLocalNetwork }, { NodeFailedError }] =
    await Promise.all([
      import("./clientsOf.js"),
      import("../../records/identifyChain.js"),
      import("#src/onchain/callErrors.js"),
    ])
  const client = publicClientOf(connection)
  const chainId = chainIdAtFirst(connection)
  const identity = lazily(() => identifyChain(connection, config, client))
  const socket = lazily(async () => (await import("./openSocket.js")).openSocket(connection, entry))
  return {
    entry,
    connection,
    client,
    chainId,
    isLocal: await isLocalNetwork(connection, config),
    socket,
    wallet: (account) => unlessAborted(walletClientOf(connection, account), [signal]),
    native: lazily(async () => (await import("#src/onchain/tokens.js")).readNativeCurrency(client, chainId)),
    identity,
    async folderOf(kind) {
      const { openRecordsFolder } = await import("../../records/openRecordsFolder.js")
      return path.join(await openRecordsFolder(config.paths.root), kind, chainFolderName(await identity()))
    },
    readable: lazily(async () => {
      const { openOtherNodes } = await import("./openOtherNodes.js")
      const otherNodes: readonly Client[] = await openOtherNodes(entry, connection)
      const { safeCode } = config.plugs.trust ?? {}
      return { client, socket: await socket(), slug: entry.slug, name: entry.name, otherNodes, safeCode }
    }),
    async fileFor(safe) {
      const { requireSafe } = await import("#src/messaging/reading/safe/requireSafe.js")
      const { safeCode } = config.plugs.trust ?? {}
      await requireSafe({ client, socket: await socket() }, { address: safe, chain: entry.name, safeCode })
      const signed = await requestToSign(connection, { method: "eth_chainId" }).catch((error: unknown) => {
        throw new NodeFailedError({ functionName: "eth_chainId", chain: entry.name }, nodeReason(error))
      })
      return { chain: entry.name, chainId: Number(signed), safe }
    },
    errorAbis: lazily(async () => (await import("../../contracts/readAbis.js")).readErrorAbis(artifacts)),
  }
}
