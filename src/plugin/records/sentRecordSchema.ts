import type { Hex } from "viem"
import { z } from "zod"

import { maxMessages, type SentRecord } from "./SentRecord.js"
import { addressSchema, checked, slugSchema } from "#src/http/schemas.js"
import { checkBytes32, checkHash } from "#src/primitives/checks.js"

const hashSchema: z.ZodType<Hex> = checked(checkHash)
const idSchema: z.ZodType<Hex> = checked(checkBytes32, "a message id")

const countSchema = z.number().int().nonnegative()

/** A record as it comes back from disk. */
export const sentRecordSchema: z.ZodType<SentRecord> = z.object({
  at: z.number().int().nonnegative().max(8.64e15),
  srcChainSlug: slugSchema,
  genesis: hashSchema.optional(),
  hash: hashSchema,
  plug: addressSchema,
  account: addressSchema,
  functionName: z.string().max(200),
  nonce: countSchema.optional(),
  fromBlock: countSchema.optional(),
  block: z.object({ number: countSchema, hash: hashSchema }).optional(),
  messages: z
    .array(z.object({ messageId: idSchema, dstChainSlug: slugSchema, dstPlug: addressSchema }))
    .max(maxMessages),
})
