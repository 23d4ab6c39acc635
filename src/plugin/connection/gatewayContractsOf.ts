import { parseAddress } from "../../primitives/address.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { GatewayContractsUserConfig, PlugsConfig } from "../config/PlugsConfig.js"

/**
 * The configured contracts of the gateway chain. Their checksums are looked at here and not when the configuration is read, because
 * that takes a library which no other command should wait for.
 *
 * @throws {InvalidInputError} the configuration has none, or one with a mistyped digit
 */
export function gatewayContractsOf({ gateway: { contracts } }: PlugsConfig): GatewayContractsUserConfig {
  const argument = "config.plugs.gateway.contracts"
  if (contracts === undefined) {
    throw new InvalidInputError({
      argument,
      problem: "the contracts that forwarders' addresses follow from are not known",
      fix: 'Add them: { addressResolver: "0x…", asyncDeployer: "0x…", forwarderBeacon: "0x…" }.',
    })
  }
  return {
    addressResolver: parseAddress(contracts.addressResolver, `${argument}.addressResolver`),
    asyncDeployer: parseAddress(contracts.asyncDeployer, `${argument}.asyncDeployer`),
    forwarderBeacon: parseAddress(contracts.forwarderBeacon, `${argument}.forwarderBeacon`),
  }
}
