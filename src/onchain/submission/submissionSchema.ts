import { z } from "zod"

import type { ChainTransaction, Submission } from "./Submission.js"
import { addressSchema, checked, hexSchema } from "#src/http/schemas.js"
import { checkChainId, checkCount, checkHash, checkUint256 } from "#src/primitives/checks.js"

/** A whole number as it comes back from JSON, as decimal digits. */
export const uintSchema: z.ZodType<bigint> = checked(checkUint256, "a whole number")

export const hashSchema: z.ZodType<`0x${string}`> = checked(checkHash)

const transactionSchema: z.ZodType<ChainTransaction> = z.object({
  chainId: checked(checkChainId),
  to: addressSchema,
  data: hexSchema,
  value: uintSchema,
})

/** A transaction that was about to be sent, as a journal has it. */
export const submissionSchema: z.ZodType<Submission> = z.object({
  transaction: transactionSchema,
  nonce: checked(checkCount),
  fromBlock: uintSchema,
  hash: hashSchema.optional(),
  raw: hexSchema.optional(),
})
