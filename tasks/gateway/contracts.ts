import type { Address, Client } from "viem"

import { contractsRows } from "./index.js"
import { contractsReport, type GatewayContractList, type UsedContract } from "./output/contractsReport.js"
import { checkGatewayContract, readForwarderBeacon } from "#src/gateway/deployments/checkGatewayContract.js"
import type { GatewayDeployment } from "#src/gateway/deployments/gatewayDeployments.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import { gatewayDeploymentOf } from "#src/plugin/config/deployments.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { ownContractsOf } from "#src/plugin/connection/gatewayContracts.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

export default actionOf(contractsRows, async ({ check }, hre, { signal }) => {
  const { plugs } = hre.config
  const known = chainsOf(plugs)
  let list = await listGatewayContracts(plugs)
  if (check) {
    const deployment = list.deployment ?? "of the configuration"
    await using opened = openChains(hre, { signal })
    const gateway = await checkContracts((await opened.gateway()).client, deployment, list.gateway.contracts)
    const chains = []
    for (const chain of list.chains) {
      const entry = known.find(({ slug }) => slug === chain.slug)
      // A chain that the project does not use has no network to ask.
      if (entry === undefined) chains.push(chain)
      else {
        const { client } = await opened.connect(entry)
        chains.push({ ...chain, contracts: await checkContracts(client, deployment, chain.contracts) })
      }
    }
    list = { ...list, gateway: { ...list.gateway, contracts: gateway }, chains }
  }
  const missing = [list.gateway, ...list.chains].flatMap(({ contracts }) =>
    contracts.filter(({ hasCode }) => hasCode === false),
  )
  const error = missing.length === 0 ? undefined : missingError(missing)
  return { document: list, report: () => contractsReport(list, nameChains(known)), error }
})

function missingError(missing: readonly UsedContract[]): ShownFailureError {
  const names = [...new Set(missing.map(({ name }) => name))].join(", ")
  return new ShownFailureError({
    message: `No such contract is at the address of ${names}.`,
    next: "Compare the addresses with plugs.gateway in the configuration and with the network that it names.",
    facts: { contracts: names },
  })
}

/** Lists the contracts that a project's app gateways use. No network is asked. */
async function listGatewayContracts(config: PlugsConfig): Promise<GatewayContractList> {
  const own = ownContractsOf(config)
  const deployment = await gatewayDeploymentOf(config)
  const from = config.gateway.deployment === "devnet" ? "devnet" : "deployment"
  const known = { ...addressesOf(deployment?.gateway), ...own }
  // The deployer is asked for the beacon where nothing says it.
  const isBeaconOpen = deployment !== undefined && known["forwarderBeacon"] === undefined
  const contracts = Object.entries({ ...known, ...(isBeaconOpen ? { forwarderBeacon: null } : {}) })
  return {
    deployment: config.gateway.deployment ?? null,
    gateway: {
      slug: deployment?.gateway.slug ?? null,
      network: config.gateway.network,
      contracts: contracts.map(([name, address]) => {
        const origin = address === null ? "chain" : from
        return { name, address, from: Object.hasOwn(own, name) ? "configuration" : origin, hasCode: null }
      }),
    },
    chains: (deployment?.chains ?? []).map((chain) => ({
      slug: chain.slug,
      contracts: Object.entries(addressesOf(chain)).map(([name, address]) => ({ name, address, from, hasCode: null })),
    })),
  }
}

/** The addresses of a deployment's entry, which has its slug and first block beside them. */
function addressesOf(
  entry: GatewayDeployment["gateway"] | GatewayDeployment["chains"][number] | undefined,
): Record<string, Address> {
  return Object.fromEntries(
    Object.entries(entry ?? {}).filter((field): field is [string, Address] => typeof field[1] === "string"),
  )
}

/** Asks a chain which of its contracts have code, and the async deployer for the beacon where it is not known. */
async function checkContracts(
  client: Client,
  deployment: string,
  contracts: readonly UsedContract[],
): Promise<UsedContract[]> {
  const asyncDeployer = contracts.find(({ name }) => name === "asyncDeployer")?.address
  return await Promise.all(
    contracts.map(async (contract) => {
      const { name } = contract
      try {
        const beacon = asyncDeployer && (() => readForwarderBeacon(client, { deployment, asyncDeployer }))
        const address = contract.address ?? (await beacon?.()) ?? null
        if (address === null) return { ...contract, hasCode: false }
        await checkGatewayContract(client, { deployment, contract: name, address })
        return { ...contract, address, hasCode: true }
      } catch (error) {
        if (!isPlugsError(error) || error.code !== "GATEWAY_DEPLOYMENT_MISMATCH") throw error
        return { ...contract, hasCode: false }
      }
    }),
  )
}
