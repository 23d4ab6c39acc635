import type { Address, Hex } from "viem"

import { z } from "zod"

import { addressSchema, hexSchema } from "../../http/schemas.js"
import type { SimulatedLog } from "./types.js"

const topicSchema = hexSchema.refine((topic) => topic.length === 66, { error: "32 bytes" })

/** The fields of a log in the answer of a node. */
export const logShape: {
  readonly address: z.ZodType<Address>
  readonly topics: z.ZodType<SimulatedLog["topics"]>
  readonly data: z.ZodType<Hex>
} = {
  address: addressSchema,
  topics: z.union([z.tuple([]), z.tuple([topicSchema], topicSchema)]),
  data: hexSchema,
}
