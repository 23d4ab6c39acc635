import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import type { Client, Hash } from "viem"
import { getBlock, getChainId } from "viem/actions"

import { isDevelopmentVersion, requestNode } from "#src/onchain/readNode.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

/** It is unknown which chain a network's node is on, and so what was sent there before. Nothing was sent. */
export class ChainNotIdentifiedError extends PlugsError {
  readonly code = "CHAIN_NOT_IDENTIFIED"

  constructor({ network, request, error }: { network: string; request: string; error: unknown }) {
    super(`The node of the network ${network} does not say which chain it is on.`, {
      facts: { network, request, reason: nodeReason(error) },
      next: "Nothing was sent, because what an earlier run sent is found by its chain. Check the node, then run this again.",
    })
  }
}

/** A chain. `genesis` is the hash of the first block of a local chain, which distinguishes it from the one that ran before it. */
export type ChainIdentity = { readonly chainId: number; readonly genesis: Hash | undefined }

type Network = Pick<NetworkConnection<string>, "networkName" | "networkConfig">

/**
 * Identifies the chain of a connection: by its chain id, and a local chain by its first block too.
 *
 * A chain is local if it runs in this process, or if the configuration says so: at the address of the devnet, or in `plugs.localNetworks`.
 * Then its node must be at a loopback address, and be a development node. No node is believed that it is one: it could name
 * another first block each time, and what was sent before would be forgotten.
 *
 * @throws {ChainNotIdentifiedError} the node does not answer; a chain is never guessed
 */
export async function identifyChain(
  network: Network,
  config: Pick<HardhatConfig, "plugs">,
  client: Client,
): Promise<ChainIdentity> {
  const ask = async <T>(request: string, answer: Promise<T>): Promise<T> =>
    await answer.catch((error: unknown) => {
      throw new ChainNotIdentifiedError({ network: network.networkName, request, error })
    })
  const chainId = await ask("eth_chainId", getChainId(client))
  const isLocal =
    (await isLocalNetwork(network, config)) &&
    (network.networkConfig.type === "edr-simulated" ||
      isDevelopmentVersion(await ask("web3_clientVersion", requestNode(client, "web3_clientVersion"))))
  if (!isLocal) return { chainId, genesis: undefined }
  const { hash } = await ask("eth_getBlockByNumber of block 0", getBlock(client, { blockNumber: 0n }))
  return { chainId, genesis: hash }
}

/** Whether a network is local by the configuration, so that nothing of worth is spent on it. Asks no node. */
export async function isLocalNetwork(
  { networkName, networkConfig }: Network,
  { plugs: { devnet, localNetworks } }: Pick<HardhatConfig, "plugs">,
): Promise<boolean> {
  if (networkConfig.type !== "http") return true
  const url = URL.parse(await networkConfig.url.get())
  if (url === null || url.protocol !== "http:" || !isLoopback(url)) return false
  return localNetworks.includes(networkName) || (url.port === String(devnet.port) && url.pathname.startsWith("/rpc/"))
}

/** The name of a chain's folder among those of other chains. */
export function chainFolderName({ chainId, genesis }: ChainIdentity): string {
  return genesis === undefined ? `${chainId}` : `${chainId}-${genesis.slice(2, 18)}`
}

/** The chain of a folder that {@link chainFolderName} has named; `undefined` for another one. */
export function chainIdOfFolder(name: string): number | undefined {
  const id = /^(\d{1,16})(-|$)/.exec(name)?.[1]
  return id === undefined ? undefined : Number(id)
}
