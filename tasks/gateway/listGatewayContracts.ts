import type { Address, Client } from "viem"

import { checkGatewayContract, readForwarderBeacon } from "../../src/gateway/deployments/checkGatewayContract.js"
import type { GatewayDeployment } from "../../src/gateway/deployments/gatewayDeployments.js"
import type { PlugsConfig } from "../../src/plugin/config/PlugsConfig.js"
import { gatewayDeploymentOf } from "../../src/plugin/config/deployments.js"
import { ownContractsOf } from "../../src/plugin/connection/gatewayContracts.js"
import { isPlugsError, type PlugsError } from "../../src/primitives/PlugsError.js"

/** A contract of the gateway chain or of a chain that it reaches. */
export type UsedContract = {
  readonly name: string
  /** `null` where the async deployer has to be asked. */
  readonly address: Address | null
  readonly from: "configuration" | "deployment" | "devnet" | "chain"
  /** Whether there is code at the address; `null` if the chain was not asked. */
  readonly hasCode: boolean | null
}

/** The contracts that app gateways use, and where they come from. */
export type GatewayContractList = {
  /** `devnet`, the name of a public deployment or the path of a file; `null` if nothing says which. */
  readonly deployment: string | null
  readonly gateway: {
    readonly slug: number | null
    readonly network: string
    readonly contracts: readonly UsedContract[]
  }
  readonly chains: readonly { readonly slug: number; readonly contracts: readonly UsedContract[] }[]
}

/** Lists the contracts that a project's app gateways use. No network is asked. */
export async function listGatewayContracts(config: PlugsConfig): Promise<GatewayContractList> {
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
export async function checkContracts(
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
        if (!isMismatch(error)) throw error
        return { ...contract, hasCode: false }
      }
    }),
  )
}

function isMismatch(error: unknown): error is PlugsError {
  return isPlugsError(error) && error.code === "GATEWAY_DEPLOYMENT_MISMATCH"
}
