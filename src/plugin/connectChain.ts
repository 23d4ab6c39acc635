import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import type { ChainEntry } from "../primitives/chains.js"
import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { PlugsError } from "../primitives/PlugsError.js"
import { isLoopback } from "./loopback.js"

/** Nothing answers where the network's node should be. */
export class NodeUnreachableError extends PlugsError {
  readonly code = "NODE_UNREACHABLE"

  constructor({ network, url, cause }: { network: string; url: string; cause: unknown }) {
    super(`No node answers for the network ${network}.`, {
      // The path of a node's URL often carries a key.
      facts: { url: isLoopback(url) ? url : new URL(url).origin },
      next: isLoopback(url)
        ? "Start one: npx hardhat devnet"
        : `Check config.networks.${network}.url, and that the node runs.`,
      cause,
    })
  }
}

/**
 * Connects to a chain, and asks its node one question, so that a node that is away is noticed before anything else happens.
 *
 * @throws {InvalidInputError} the configuration has no network for the chain
 * @throws {NodeUnreachableError} nothing answers there
 */
export async function connectChain(hre: HardhatRuntimeEnvironment, chain: ChainEntry): Promise<NetworkConnection> {
  const network = hre.config.networks[chain.network]
  if (network === undefined) {
    throw new InvalidInputError({
      argument: chain.name,
      problem: `there is no network ${chain.network} to reach the chain by`,
      fix: `Add config.networks.${chain.network}, or name another with config.plugs.chains.${chain.name}.network.`,
    })
  }
  const connection = await hre.network.create(chain.network)
  try {
    await connection.provider.request({ method: "eth_chainId" })
  } catch (cause) {
    await connection.close()
    if (network.type !== "http" || !isConnectionFailure(cause)) throw cause
    throw new NodeUnreachableError({ network: chain.network, url: await network.url.get(), cause })
  }
  return connection
}

/** Hardhat gives a refused connection and a timeout as errors of its own, and whatever else the socket says as unknown. */
function isConnectionFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /cannot connect|timed? ?out|ECONN|ENOTFOUND|EAI_AGAIN|other side closed/i.test(error.message)
  )
}
