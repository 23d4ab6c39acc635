import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import { type Client, createPublicClient, http } from "viem"

import type { PlugsConfig } from "../config/PlugsConfig.js"
import { publicClientOf } from "./chains/clientsOf.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/**
 * Creates a client that reads the gateway chain: the connection's own if it reaches that chain, or else one of the network in
 * `plugs.gateway.network`.
 *
 * @throws {InvalidInputError} the configuration has no such network
 */
export async function createGatewayReader(
  connection: NetworkConnection<string>,
  { config, networks }: { config: PlugsConfig; networks: HardhatConfig["networks"] },
): Promise<Client> {
  const { network: name } = config.gateway
  const client = await createChainReader(connection, networks, name)
  if (client !== undefined) return client
  throw new InvalidInputError({
    argument: "config.plugs.gateway.network",
    problem: `the gateway chain has to be read, and no network ${name} reaches it by a URL`,
    fix: `Add config.networks.${name} with the URL of a node of the gateway chain, or call this on a connection to that chain.`,
  })
}

/** Reads a network's chain by the connection if it is of that network, or else by the network's URL; `undefined` without. */
export async function createChainReader(
  connection: NetworkConnection<string>,
  networks: HardhatConfig["networks"],
  name: string,
): Promise<Client | undefined> {
  if (connection.networkName === name) return publicClientOf(connection)
  const network = networks[name]
  if (network?.type !== "http") return undefined
  return createPublicClient({ transport: http(await network.url.get(), { retryCount: 0 }), ccipRead: false })
}
