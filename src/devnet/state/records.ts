import { z } from "zod"

/** The first line of a log: which devnet it belongs to. */
export type StateHeader = z.infer<typeof headerSchema>

/** A request that changed a chain, with the block that it mined, or quotes that the market gave. */
export type StateRecord = z.infer<typeof recordSchema>

/** A request that changed a chain. */
export type RequestRecord = Extract<StateRecord, { readonly kind: "request" }>

/** The format of the log. */
export const format = 1

export const headerSchema = z.object({
  kind: z.literal("devnet"),
  format: z.number(),
  /** The options on which the chains depend. */
  options: z.string(),
  /** When the chains began, in unix seconds. */
  bornAt: z.number().int().nonnegative(),
})

const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
/** When it was written, in milliseconds since 1970. */
const at = z.number()

export const recordSchema = z.discriminatedUnion("kind", [
  /** The newest block of each chain once the protocols were deployed. */
  z.object({ kind: z.literal("started"), heads: z.record(z.string(), hash) }),
  z.object({
    kind: z.literal("request"),
    at,
    chain: z.string(),
    /** No other method is ever recorded. */
    method: z.string().regex(/^(eth_send|evm_|hardhat_(?!reset$))[A-Za-z]*$/),
    params: z.array(z.unknown()),
    /** The timestamp of the first block that the request mined, in unix seconds. */
    minedAt: z.number().int().nonnegative().optional(),
    /** The chain's newest block after the request, if it was another one before. */
    head: hash.optional(),
  }),
  z.object({ kind: z.literal("quotes"), at, quotes: z.array(z.unknown()) }),
])

/** Writes a value as one line of JSON, amounts included. */
export function toLine(value: StateHeader | StateRecord): string {
  return `${JSON.stringify(value, (_key, field: unknown) => (typeof field === "bigint" ? { $bigint: field.toString() } : field))}\n`
}

/** @throws {SyntaxError} the line is not JSON */
export function parseLine(line: string): unknown {
  return JSON.parse(line, (_key, field: unknown) => {
    const digits = typeof field === "object" && field !== null && "$bigint" in field ? field.$bigint : undefined
    return typeof digits === "string" && /^-?\d{1,80}$/.test(digits) ? BigInt(digits) : field
  })
}
