import { merged, renamed } from "./version2Names.js"
import { checkProviders, checkQuote, type QuoteQuery } from "./wire/parameters/quoteChecks.js"
import { describeValue } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/**
 * Converts the parameters of a quote from version 2 of the API to version 3.
 *
 * Renames chains, tokens, amount and recipient. Converts `feePercent` to `feeBps`; half a basis point is refused, not rounded. Merges
 * the lists of dexes and bridges into `includeProvider` and `excludeProvider`. Sets `userOps` to `"tx"` unless it is given. Parameters
 * that are required in version 3 only, such as `receiverAddress`, must be given too.
 *
 * @param parameters with their names in version 2; names of version 3 may be among them
 * @throws {InvalidInputError} a parameter is not in version 3 (the error names what replaces it), is given under both of its names, or
 * is one that `getQuote` refuses
 * @example
 * const parameters = migrateQuoteParameters({ fromChainId: 1, toChainId: 10, feePercent: "0.5", … })
 * await client.getQuote(parameters) // originChainId: 1, destinationChainId: 10, feeBps: 50, …
 */
export function migrateQuoteParameters(parameters: Readonly<Record<string, unknown>>): QuoteQuery {
  const migrated: Record<string, unknown> = {}
  const put = (name: string, value: unknown, former: string): void => {
    if (migrated[name] !== undefined) {
      throw new InvalidInputError({
        argument: former,
        problem: `${name} is given too, and means the same`,
        fix: "Give one of them.",
      })
    }
    migrated[name] = value
  }

  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const isFormer = (name: string): boolean =>
    name === "feePercent" || Object.hasOwn(renamed, name) || Object.hasOwn(merged, name)
  for (const [name, value] of given) if (!isFormer(name)) put(name, value, name)
  for (const [name, value] of given) {
    if (name === "feePercent") put("feeBps", toBasisPoints(value, name), name)
    else if (Object.hasOwn(renamed, name)) put(renamed[name as keyof typeof renamed], value, name)
  }
  for (const list of new Set(Object.values(merged))) {
    const parts = given.filter(([name]) => Object.hasOwn(merged, name) && merged[name as keyof typeof merged] === list)
    const ids = parts.flatMap(([name, value]) => checkProviders(value, name) ?? [])
    if (ids.length > 0) put(list, [...new Set(ids)], String(parts[0]?.[0]))
  }
  return checkQuote({ userOps: "tx", ...migrated })
}

/** Moves the decimal point by two digits, in text, so that nothing is rounded. */
function toBasisPoints(value: unknown, argument: string): number {
  const text = typeof value === "number" ? String(value) : value
  const [, whole, fraction = ""] = (typeof text === "string" && /^(\d{1,3})(?:\.(\d{1,40}))?$/.exec(text.trim())) || []
  if (whole === undefined) {
    throw new InvalidInputError({
      argument,
      problem: `${describeValue(value)} is not a percentage`,
      fix: 'Give it as a decimal string, such as "0.5".',
    })
  }
  const significant = fraction.replace(/(?<!0)0+$/, "")
  if (significant.length <= 2) return Number(whole + significant.padEnd(2, "0"))
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} percent is not a whole number of basis points`,
    fix: "Give at most two decimals.",
  })
}
