import { z } from "zod"

import { address, chain, slug } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    chain,
    chainSlug: slug,
    onChainAddress: address,
    forwarderAddress: address.nullable(),
    isDeployed: z.boolean(),
    predicted: address.nullable(),
    agrees: z.boolean().nullable(),
  },
}

export default output
