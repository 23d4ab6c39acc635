import { z } from "zod"

import { checked, ifGiven, required } from "../../http/wire.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { Checked, Checks } from "../../primitives/checks.js"
import { checkTogether, missingOf, type QuoteQuery } from "../checks/checkTogether.js"
import { providersChecks, quoteChecks, statusChecks, tokensListChecks, tokensSearchChecks } from "../parameters.js"

export type { QuoteQuery }

/** What `/v3/swap/status` is asked for, parsed: `quoteId` or `srcTxHash` at least. */
export type StatusQuery = Checked<typeof statusChecks>

/** What `/v3/swap/tokens/search` is asked for, parsed. */
export type TokensSearchQuery = Checked<typeof tokensSearchChecks>

/** What `/v3/swap/tokens/list` is asked for, parsed. */
export type TokensListQuery = Checked<typeof tokensListChecks>

/** What `/v3/swap/providers` is asked for, parsed. */
export type ProvidersQuery = Checked<typeof providersChecks>

/**
 * Parameters of `/v3/swap/quote`, as a query string gives them. A missing one is reported by its name, and what the others make
 * necessary too.
 *
 * @example
 * quoteQuery.safeParse({}).error?.issues[0]?.message // "missing field : userOps"
 */
export const quoteQuery: z.ZodType<QuoteQuery> = queryOf(quoteChecks, [
  "userOps",
  "destinationChainId",
  "inputToken",
  "outputToken",
  "inputAmount",
  "receiverAddress",
]).transform((query, ctx) => {
  const missing = missingOf(query)
  for (const name of missing) ctx.addIssue({ code: "custom", path: [name], message: `missing field : ${name}` })
  if (missing.length > 0) return z.NEVER
  try {
    return checkTogether(query)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    const message = error.shortMessage.slice(`${error.argument}: `.length)
    ctx.addIssue({ code: "custom", path: [error.argument], message })
    return z.NEVER
  }
})

/**
 * Parameters of `/v3/swap/status`, as a query string gives them.
 *
 * @example
 * statusQuery.safeParse({}).error?.issues[0]?.message // "missing field : quoteId or srcTxHash"
 */
export const statusQuery: z.ZodType<StatusQuery> = queryOf(statusChecks).refine(
  ({ quoteId, srcTxHash }) => quoteId !== undefined || srcTxHash !== undefined,
  { error: "missing field : quoteId or srcTxHash" },
)

/** Parameters of `/v3/swap/tokens/search`, as a query string gives them. */
export const tokensSearchQuery: z.ZodType<TokensSearchQuery> = queryOf(tokensSearchChecks, ["q"])

/** Parameters of `/v3/swap/tokens/list`, as a query string gives them. */
export const tokensListQuery: z.ZodType<TokensListQuery> = queryOf(tokensListChecks)

/** Parameters of `/v3/swap/providers`, as a query string gives them. */
export const providersQuery: z.ZodType<ProvidersQuery> = queryOf(providersChecks)

function queryOf<Table extends Checks>(
  checks: Table,
  needed: readonly (keyof Table)[] = [],
): z.ZodType<Checked<Table>> {
  const shape = Object.entries(checks).map(([name, check]) => [
    name,
    needed.includes(name) ? required(name, check) : ifGiven(checked(check)),
  ])
  return z.object(Object.fromEntries(shape) as z.ZodRawShape) as unknown as z.ZodType<Checked<Table>>
}
