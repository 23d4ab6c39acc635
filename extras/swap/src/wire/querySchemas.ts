import { z } from "zod"

import { replacementOf } from "../version2Names.js"
import { providersChecks, tokensListChecks, tokensSearchChecks } from "./parameters/listChecks.js"
import { checkTogether, missingOf, quoteChecks, type QuoteQuery } from "./parameters/quoteChecks.js"
import { statusChecks } from "./parameters/statusChecks.js"
import { querySchema } from "#src/http/schemas.js"
import type { Checked } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

export type { QuoteQuery }

/** The parsed query of `/v3/swap/status`. It has `quoteId`, `srcTxHash` or both. */
export type StatusQuery = Checked<typeof statusChecks>

/** The query of `/v3/swap/quote`. All missing parameters are named; those of version 2 are refused by name. */
export const quoteQuery: z.ZodType<QuoteQuery> = withoutVersion2(
  querySchema(quoteChecks, ["destinationChainId", "inputToken", "outputToken", "receiverAddress"]),
).transform((query, ctx) => {
  const missing = missingOf(query)
  for (const name of missing) ctx.addIssue({ code: "custom", path: [name], message: `missing field : ${name}` })
  if (missing.length > 0) return z.NEVER
  try {
    return checkTogether(query)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    const message = error.explanation
    ctx.addIssue({ code: "custom", path: [error.argument], message })
    return z.NEVER
  }
})

export const statusQuery: z.ZodType<StatusQuery> = withoutVersion2(querySchema(statusChecks, [])).refine(
  ({ quoteId, srcTxHash }) => quoteId !== undefined || srcTxHash !== undefined,
  { error: "missing field : quoteId or srcTxHash" },
)

export const tokensSearchQuery: z.ZodType<Checked<typeof tokensSearchChecks>> = querySchema(tokensSearchChecks, ["q"])

export const tokensListQuery: z.ZodType<Checked<typeof tokensListChecks>> = querySchema(tokensListChecks, [])

export const chainsQuery: z.ZodType<object> = querySchema({})

export const providersQuery: z.ZodType<Checked<typeof providersChecks>> = querySchema(providersChecks, [])

/** Refuses parameters that only version 2 had: whoever sends one expects it to have an effect. */
function withoutVersion2<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z
    .record(z.string(), z.unknown())
    .superRefine((query, ctx) => {
      for (const name of Object.keys(query)) {
        const replacement = replacementOf(name)
        if (replacement === undefined) continue
        ctx.addIssue({ code: "custom", path: [name], message: `unsupported in version 3. ${replacement}` })
      }
    })
    .pipe(schema as z.ZodType<T, Record<string, unknown>>)
}
