import path from "node:path"

import type { NetworkConnection } from "hardhat/types/network"
import { BaseError, type Client, type Hash } from "viem"
import { getBlock, getChainId } from "viem/actions"

import { namesIn, replaceFile } from "../../primitives/files/privateFiles.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import { nodeReason } from "../../primitives/reverts/nodeReason.js"

/**
 * Finds the folder in which a project records what it sends on the chain of a connection, in `.plugs` of the project. It is found by the
 * chain, whatever the network is called. A local chain that was started again has another folder: nothing that the old one records
 * happened on it.
 *
 * @param name the folder in `.plugs`
 * @throws {ChainNotIdentifiedError} it is unknown which folder is the chain's
 * @throws {JournalUnusableError} the folder cannot be written
 */
export async function openChainFolder(
  connection: Pick<NetworkConnection<string>, "networkName" | "networkConfig">,
  { root, name }: { readonly root: string; readonly name: string },
  client: Client,
): Promise<ChainIdentity & { readonly folder: string }> {
  const identity = await identifyChain(connection, client)
  const own = path.join(root, ".plugs")
  // Signed transactions do not belong into version control.
  if (!(await namesIn(own)).includes(".gitignore")) await replaceFile(own, ".gitignore", "*\n")
  return { ...identity, folder: path.join(own, name, chainFolderName(identity)) }
}

/** The name of a chain's folder among those of other chains. */
export function chainFolderName({ chainId, genesis }: ChainIdentity): string {
  return genesis === undefined ? `${chainId}` : `${chainId}-${genesis.slice(2, 18)}`
}

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

/**
 * Identifies the chain of a connection: by its chain id, and a local chain by its first block too.
 *
 * A chain is local if it runs in this process, has a chain id that only development nodes have, or if its node says that it is one. Only a
 * node that is reached without encryption is asked that: one on the internet is not. So a fork of a public chain is kept apart from the
 * chain itself, and a public chain is the same one through every node.
 *
 * @throws {ChainNotIdentifiedError} the node does not answer; a chain is never guessed
 */
export async function identifyChain(
  { networkName: network, networkConfig }: Pick<NetworkConnection<string>, "networkName" | "networkConfig">,
  client: Client,
): Promise<ChainIdentity> {
  const ask = async <T>(request: string, answer: Promise<T>): Promise<T> =>
    await answer.catch((error: unknown) => {
      throw new ChainNotIdentifiedError({ network, request, error })
    })
  const chainId = await ask("eth_chainId", getChainId(client))
  const isLocal =
    networkConfig.type === "edr-simulated" ||
    developmentIds.includes(chainId) ||
    (!/^(https|wss):/i.test(await networkConfig.url.get()) &&
      (await ask("web3_clientVersion", isDevelopmentNode(client))))
  if (!isLocal) return { chainId, genesis: undefined }
  const { hash } = await ask("eth_getBlockByNumber of block 0", getBlock(client, { blockNumber: 0n }))
  return { chainId, genesis: hash }
}

/** The chain ids that Hardhat, Anvil and Ganache have unless told otherwise. No public chain has them. */
const developmentIds: readonly number[] = [31_337, 1_337]

/** Local devnets of this package run on the same node as Hardhat's. A node that does not know the question is none of these. */
async function isDevelopmentNode(client: Client): Promise<boolean> {
  try {
    const version: unknown = await client.request({ method: "web3_clientVersion" } as never)
    return typeof version === "string" && /hardhat|anvil|ganache/i.test(version)
  } catch (error) {
    if (error instanceof BaseError && error.walk(isUnknownMethod) !== null) return false
    throw error
  }
}

function isUnknownMethod(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown }
  return code === -32_601 || code === -32_004 || code === 4_200
}
