import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { socketOf } from "../configuredContracts.js"
import { publicClientOf } from "./clientsOf.js"
import { devnetSocket } from "#src/devnet/addresses.js"
import { checkSocket } from "#src/messaging/deployments/checkSocket.js"
import type { ChainEntry } from "#src/primitives/chains.js"

/** Connections whose sockets are checked or being checked. */
const checks = new WeakMap<NetworkConnection<string>, Map<Address, Promise<void>>>()

/**
 * Returns the socket of a connection's chain, and checks once a connection that the chain has it and that it says the chain's slug:
 * what is known of a deployment can be outdated, and a network can reach another chain than its name says.
 *
 * @throws {InvalidInputError} no socket is known, or its checksum is wrong
 * @throws {DeploymentMismatchError} there is no contract, another one, or the socket of another chain
 * @throws {NodeFailedError} the node did not answer
 */
export async function openSocket(connection: NetworkConnection<string>, chain: ChainEntry): Promise<Address> {
  const socket = socketOf(chain)
  // Every devnet has it at this address, with the slug of its configuration.
  if (socket === devnetSocket) return socket
  const own = checks.get(connection) ?? new Map<Address, Promise<void>>()
  checks.set(connection, own)
  const check =
    own.get(socket) ?? checkSocket(publicClientOf(connection), { socket, slug: chain.slug, chain: chain.name })
  own.set(socket, check)
  try {
    await check
  } catch (error) {
    // A node that failed may answer the next time.
    own.delete(socket)
    throw error
  }
  return socket
}
