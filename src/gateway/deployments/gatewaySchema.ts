import { z } from "zod"

import {
  fileAddressSchema as address,
  fileBlockSchema,
  fileSlugSchema,
  nameKeySchema,
  slugKeySchema,
} from "../../http/parsing/fileSchemas.js"
import type { GatewayDeployment } from "./types.js"

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
