import { z } from "zod"

import { amount, hash } from "./values.js"

/** The blocks of chains after which their forks begin. */
export const forks: z.ZodType = z
  .array(z.strictObject({ chainName: z.string(), blockNumber: amount, blockHash: hash }))
  .meta({ description: "The forks that it was tried on: each chain, and its newest block when it was forked." })
