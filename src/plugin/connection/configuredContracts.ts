import type { Address } from "viem"

import { parseAddress } from "../../primitives/address.js"
import type { ChainEntry } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { GatewayContractsUserConfig, PlugsConfig } from "../config/PlugsConfig.js"
import { missingSocket } from "./connectionChain.js"

// Checksums are checked on use and not when the configuration is read: that takes a library that no other command should wait for.

/**
 * Returns the messaging contract of a configured chain.
 *
 * @throws {InvalidInputError} the configuration has none, or its checksum is wrong
 */
export function socketOf({ name, socket }: ChainEntry): Address {
  if (socket === undefined) throw missingSocket(name)
  return parseAddress(socket, `config.plugs.chains.${name}.socket`)
}

/**
 * Returns the configured contracts of the gateway chain.
 *
 * @throws {InvalidInputError} the configuration has none, or the checksum of one is wrong
 */
export function gatewayContractsOf({ gateway: { contracts } }: PlugsConfig): GatewayContractsUserConfig {
  const argument = "config.plugs.gateway.contracts"
  if (contracts === undefined) {
    throw new InvalidInputError({
      argument,
      problem: "the contracts that determine a forwarder's address are not known",
      fix: 'Add them: { addressResolver: "0x…", asyncDeployer: "0x…", forwarderBeacon: "0x…" }.',
    })
  }
  return {
    addressResolver: parseAddress(contracts.addressResolver, `${argument}.addressResolver`),
    asyncDeployer: parseAddress(contracts.asyncDeployer, `${argument}.asyncDeployer`),
    forwarderBeacon: parseAddress(contracts.forwarderBeacon, `${argument}.forwarderBeacon`),
  }
}
