import type { Hex } from "viem"

import { checkFlag } from "./listChecks.js"
import type { GetStatusParameters } from "./types.js"
import { checkHash, type ChecksOf, describeValue, optional, type Parsed } from "#src/primitives/checks.js"
import { helper, text } from "#src/primitives/errorText.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** {@link checkStatusSubject} checks whether they can be combined. */
export const statusChecks: ChecksOf<Parsed<GetStatusParameters>> = {
  quoteId: optional(checkQuoteId),
  srcTxHash: optional(checkHash),
  includeQuoteDetails: optional(checkFlag),
}

/**
 * Checks that a status request names exactly one route, and returns its parameters.
 *
 * @throws {InvalidInputError} neither or both of `quoteId` and `srcTxHash` are given
 */
export function checkStatusSubject<Subject extends { quoteId?: string | undefined; srcTxHash?: Hex | undefined }>(
  subject: Subject,
): Subject {
  if ((subject.quoteId === undefined) !== (subject.srcTxHash === undefined)) return subject
  throw new InvalidInputError({
    argument: "quoteId, srcTxHash",
    problem: subject.quoteId === undefined ? "neither is given" : "both are given",
    fix: "Give one of them. A deposit route can be found by the id of its quote only.",
  })
}

/** Only characters that mean nothing to a shell and start no option, because people copy a quote's id into commands. */
export function checkQuoteId(value: unknown, argument: string): string {
  if (typeof value === "string" && /^(?!-)[\w.:+=@/-]{1,200}$/.test(value)) return value
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is not the id of a quote`,
    fix: text`Give the quoteId of a route unchanged, as ${helper("getQuote")} returned it.`,
  })
}
