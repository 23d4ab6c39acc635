import { z } from "zod"

import { addressSchema, checked, hexSchema } from "../../../http/schemas.js"
import { checkUint256 } from "../../../primitives/checks.js"
import type { GetQuoteParameters } from "../../wire/parameters/types.js"
import type { EvmTransaction } from "../../types.js"
import { quoteRouteSchema } from "../../wire/quoteSchemas.js"
import { type ExecutionState, executionStates, isAtLeast } from "../executionStates.js"
import type { JournalEntry, Submission } from "../types.js"

const uintSchema: z.ZodType<bigint> = checked(checkUint256, "a whole number")

const transactionSchema: z.ZodType<EvmTransaction> = z.object({
  chainId: z.number().int(),
  to: addressSchema,
  data: hexSchema,
  value: uintSchema,
})

const submissionSchema: z.ZodType<Submission> = z.object({
  transaction: transactionSchema,
  nonce: z.number().int().nonnegative(),
  fromBlock: uintSchema,
  hash: hexSchema.optional(),
  raw: hexSchema.optional(),
})

/** The rest of the request is checked when it is used. */
const requestSchema = z
  .looseObject({ inputAmount: uintSchema })
  .transform((request) => request as unknown as GetQuoteParameters)

/** An entry as it comes back from JSON, where amounts are decimal strings. */
export const journalEntrySchema: z.ZodType<JournalEntry> = z
  .object({
    quoteId: z.string().min(1),
    state: z.enum(Object.keys(executionStates) as [ExecutionState, ...ExecutionState[]]),
    account: addressSchema,
    chainId: z.number().int(),
    request: requestSchema,
    route: quoteRouteSchema,
    leastOut: uintSchema,
    confirmed: z.array(z.object({ kind: z.enum(["target", "spender"]), address: addressSchema })).optional(),
    approvals: z.array(hexSchema),
    submission: submissionSchema.optional(),
    outcome: z.string().optional(),
    continues: z.string().optional(),
    at: z.number(),
  })
  .refine(({ state, submission }) => submission !== undefined || !isAtLeast(state, "SIGNED"), {
    error: "the transaction",
    path: ["submission"],
  })
