import { z } from "zod"

import { checkQuote } from "../../wire/parameters/quoteChecks.js"
import { checkQuoteId } from "../../wire/parameters/statusChecks.js"
import type { GetQuoteParameters } from "../../wire/parameters/types.js"
import { quoteRouteSchema } from "../../wire/quoteSchemas.js"
import { type ExecutionState, executionStates } from "../executionStates.js"
import type { JournalEntry } from "../types.js"
import { addressSchema, checked } from "#src/http/schemas.js"
import { hashSchema, submissionSchema, uintSchema } from "#src/onchain/submission/submissionSchema.js"
import { checkChainId } from "#src/primitives/checks.js"
import { isRecord } from "#src/primitives/isRecord.js"

const quoteIdSchema: z.ZodType<string> = checked(checkQuoteId)

/** The parameters of a quote as they come back from JSON. */
export const requestSchema: z.ZodType<GetQuoteParameters> = checked((value) => {
  const request = Object.entries(checkQuote(isRecord(value) ? value : {}))
  return Object.fromEntries(request.filter(([, given]) => given !== undefined)) as unknown as GetQuoteParameters
})

/** The most approvals that an entry can have: two for every attempt. */
const maxApprovals = 1_000

const shownCallSchema = z.object({
  target: addressSchema,
  spender: addressSchema.optional(),
  value: uintSchema,
  input: uintSchema.optional(),
  functions: z.array(z.string()),
  fees: z.array(z.object({ taker: addressSchema, amount: uintSchema })),
  undecoded: z.array(z.string()),
})

/** An entry as it comes back from JSON, where amounts are decimal strings. */
export const journalEntrySchema: z.ZodType<JournalEntry> = z.object({
  quoteId: quoteIdSchema,
  state: z.enum(Object.keys(executionStates) as [ExecutionState, ...ExecutionState[]]),
  account: addressSchema,
  chainId: checked(checkChainId),
  request: requestSchema,
  route: quoteRouteSchema,
  confirmed: shownCallSchema.optional(),
  leastOut: uintSchema,
  approvals: z.array(hashSchema).max(maxApprovals),
  submission: submissionSchema.optional(),
  replacedBy: hashSchema.optional(),
  outcome: z.string().optional(),
  continues: quoteIdSchema.optional(),
  at: z.number().nonnegative(),
})
