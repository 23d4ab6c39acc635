import { z } from "zod"

import { address, slug } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const contracts = z.array(
  z.strictObject({
    name: z.string(),
    address: address.nullable(),
    from: z.enum(["configuration", "deployment", "devnet", "chain"]),
    hasCode: z.boolean().nullable(),
  }),
)

const output: TaskOutput = {
  document: {
    deployment: z.string().nullable(),
    gateway: z.strictObject({ slug: slug.nullable(), network: z.string(), contracts }),
    chains: z.array(z.strictObject({ slug, contracts })),
  },
}

export default output
