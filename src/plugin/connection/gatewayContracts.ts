import type { Address, Client } from "viem"

import { gatewayDeploymentOf } from "../config/deployments.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { GatewayContractsUserConfig } from "../config/PlugsUserConfig.js"
import { parseAddress } from "#src/primitives/address.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

export type ForwarderContracts = Required<GatewayContractsUserConfig>

/**
 * Returns the contracts that determine a forwarder's address: those in the configuration, or else those of the deployment. Those of a
 * public deployment are checked on the gateway chain, and its beacon is read there.
 *
 * @param open opens a client of the gateway chain, if it is needed
 * @throws {InvalidInputError} neither says them, or a checksum is wrong
 * @throws {GatewayMismatchError} the gateway chain does not have the deployment's contracts
 */
export async function forwarderContractsOf(
  config: PlugsConfig,
  open: () => Promise<Client>,
): Promise<ForwarderContracts> {
  const own = ownContractsOf(config)
  const deployment = await gatewayDeploymentOf(config)
  const { addressResolver, asyncDeployer, forwarderBeacon } = { ...deployment?.gateway, ...own }
  if (deployment === undefined || addressResolver === undefined || asyncDeployer === undefined) {
    if (addressResolver !== undefined && asyncDeployer !== undefined && forwarderBeacon !== undefined) {
      return { addressResolver, asyncDeployer, forwarderBeacon }
    }
    throw new InvalidInputError({
      argument: "config.plugs.gateway.contracts",
      problem: "the contracts that determine a forwarder's address are not known",
      fix: 'Add them: { addressResolver: "0x…", asyncDeployer: "0x…", forwarderBeacon: "0x…" }, or name a deployment in config.plugs.gateway.deployment.',
    })
  }
  const needed = { addressResolver, asyncDeployer }
  const known = { ...needed, ...(forwarderBeacon === undefined ? {} : { forwarderBeacon }) }
  const unchecked = Object.entries(known).filter(([name]) => !Object.hasOwn(own, name))
  const isComplete = unchecked.length === 0 || isDevnet(config)
  if (isComplete && forwarderBeacon !== undefined) return { ...needed, forwarderBeacon }
  // Not needed where nothing is read from a chain.
  const { checkGatewayContract, readForwarderBeacon } = await import("#src/gateway/deployments/checkGatewayContract.js")
  const client = await open()
  const checks = unchecked.map(([contract, address]) =>
    checkGatewayContract(client, { deployment: deployment.name, contract, address }),
  )
  await Promise.all(checks)
  const beacon = forwarderBeacon ?? (await readForwarderBeacon(client, { deployment: deployment.name, asyncDeployer }))
  return { ...needed, forwarderBeacon: beacon }
}

/** Returns the contracts that the user has written, with their checksums. */
export function ownContractsOf({ gateway: { contracts } }: Pick<PlugsConfig, "gateway">): GatewayContractsUserConfig {
  const written = Object.entries<Address | undefined>(contracts).filter(
    (entry): entry is [string, Address] => entry[1] !== undefined,
  )
  return Object.fromEntries(
    written.map(([name, address]) => [name, parseAddress(address, `config.plugs.gateway.contracts.${name}`)]),
  )
}

/**
 * Returns the fees plug of a chain, and checks it there if the deployment is a public one.
 *
 * @returns `undefined` if no deployment is configured, or if it has none on the chain
 */
export async function feesPlugOf(config: PlugsConfig, client: Client, slug: number): Promise<Address | undefined> {
  const deployment = await gatewayDeploymentOf(config)
  const address = deployment?.chains.find((chain) => chain.slug === slug)?.feesPlug
  if (deployment === undefined || address === undefined || isDevnet(config)) return address
  const { checkGatewayContract } = await import("#src/gateway/deployments/checkGatewayContract.js")
  return await checkGatewayContract(client, { deployment: deployment.name, contract: "feesPlug", address })
}

/** The fees manager of the deployment, or the one that the address resolver names, on the devnet and without a deployment. */
export async function feesManagerOf(config: PlugsConfig, client: Client): Promise<Address> {
  const deployment = await gatewayDeploymentOf(config)
  const { addressResolver } = ownContractsOf(config)
  if (deployment !== undefined && !isDevnet(config) && addressResolver === undefined) {
    const { feesManager: address } = deployment.gateway
    const { checkGatewayContract } = await import("#src/gateway/deployments/checkGatewayContract.js")
    return await checkGatewayContract(client, { deployment: deployment.name, contract: "feesManager", address })
  }
  const { getGatewayContracts } = await import("#src/gateway/onchain/getGatewayContracts.js")
  const resolver = addressResolver ?? deployment?.gateway.addressResolver
  if (resolver !== undefined) return (await getGatewayContracts(client, { addressResolver: resolver })).feesManager
  throw new InvalidInputError({
    argument: "config.plugs.gateway.contracts.addressResolver",
    problem: "the contracts of the gateway chain are not known",
    fix: "Add its address, or name a deployment in config.plugs.gateway.deployment.",
  })
}

/** The devnet's contracts need no check. The name alone proves nothing: a deployment of a user's file can be called so. */
function isDevnet({ gateway }: PlugsConfig): boolean {
  return gateway.deployment === "devnet"
}
