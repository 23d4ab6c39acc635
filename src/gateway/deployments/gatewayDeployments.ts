import type { Address } from "viem"
import { z } from "zod"

import {
  fileAddressSchema as address,
  fileBlockSchema,
  fileSlugSchema,
  nameKeySchema,
  slugKeySchema,
} from "#src/http/parsing/dataFiles.js"

/** The contracts of a gateway chain. */
export type GatewayChainContracts = {
  /** The number of the gateway chain in the protocol. */
  readonly slug: number
  readonly addressResolver: Address
  readonly asyncDeployer: Address
  readonly feesManager: Address
  readonly watcher: Address
  /** The beacon that every forwarder takes its code from; undefined where the async deployer has to be asked. */
  readonly forwarderBeacon?: Address | undefined
  readonly deployForwarder?: Address | undefined
  readonly feesPool?: Address | undefined
  readonly configurations?: Address | undefined
  readonly requestHandler?: Address | undefined
  readonly promiseResolver?: Address | undefined
  /** The first block that can have logs of these contracts. */
  readonly startBlock?: number | undefined
}

/** The contracts on a chain that app gateways reach. */
export type ReachedChainContracts = {
  readonly slug: number
  readonly socket: Address
  readonly switchboard: Address
  /** Takes deposits; undefined on a chain that takes none. */
  readonly feesPlug?: Address | undefined
  readonly contractFactory?: Address | undefined
  readonly startBlock?: number | undefined
}

/** A deployment of the system of app gateways. */
export type GatewayDeployment = {
  readonly name: string
  readonly gateway: GatewayChainContracts
  /** The chains that its app gateways reach. */
  readonly chains: readonly ReachedChainContracts[]
}

const gatewaySchema = z.object({
  slug: fileSlugSchema,
  addressResolver: address,
  asyncDeployer: address,
  feesManager: address,
  watcher: address,
  forwarderBeacon: address.optional(),
  deployForwarder: address.optional(),
  feesPool: address.optional(),
  configurations: address.optional(),
  requestHandler: address.optional(),
  promiseResolver: address.optional(),
  startBlock: fileBlockSchema.optional(),
})

const chainSchema = z.object({
  socket: address,
  switchboard: address,
  feesPlug: address.optional(),
  contractFactory: address.optional(),
  startBlock: fileBlockSchema.optional(),
})

/** The content of a file: deployments by name, each with the gateway chain and the chains that it reaches, by slug. */
export const gatewayDeploymentsSchema: z.ZodType<readonly GatewayDeployment[]> = z
  .record(nameKeySchema, z.object({ gateway: gatewaySchema, chains: z.record(slugKeySchema, chainSchema) }))
  .transform((deployments) =>
    Object.entries(deployments).map(([name, { gateway, chains }]) => ({
      name,
      gateway,
      chains: Object.entries(chains).map(([slug, contracts]) => ({ slug: Number(slug), ...contracts })),
    })),
  )
