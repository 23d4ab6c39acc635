import { z } from "zod"

/** The first line of a log: which devnet it belongs to. */
export type StateHeader = {
  readonly kind: "devnet"
  readonly format: number
  /** The options on which the chains depend. */
  readonly options: string
  /** When the chains began, in unix seconds. */
  readonly bornAt: number
}

/** A request that changed a chain. */
export type RequestRecord = {
  readonly kind: "request"
  /** When it was recorded, in milliseconds since 1970. */
  readonly at: number
  readonly chain: string
  readonly method: string
  readonly params: readonly unknown[]
  /** The timestamp of the first block that the request mined, in unix seconds. */
  readonly minedAt?: number | undefined
  /** The chain's newest block after the request, if it was another one before. */
  readonly head?: string | undefined
}

export type StateRecord =
  | RequestRecord
  /** The newest block of each chain once the protocols were deployed. */
  | { readonly kind: "started"; readonly heads: Readonly<Record<string, string>> }
  | { readonly kind: "quotes"; readonly at: number; readonly quotes: readonly unknown[] }
  /** All faults that last from then on. */
  | { readonly kind: "faults"; readonly faults: readonly KeptFault[] }

/** A fault that lasts, how often it has shown, and what it has noted to be undone with. */
export type KeptFault = { readonly data: object; readonly happened: number; readonly noted?: unknown }

export const format = 1

export const headerSchema: z.ZodType<StateHeader> = z.object({
  kind: z.literal("devnet"),
  format: z.number(),
  options: z.string(),
  bornAt: z.number().int().nonnegative().max(8_640_000_000_000),
})

const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
// The latest time that a Date can hold.
const at = z.number().nonnegative().max(8_640_000_000_000_000)

const fault = z.object({
  data: z.record(z.string(), z.unknown()),
  happened: z.number().int().nonnegative(),
  noted: z.unknown().optional(),
})

export const recordSchema: z.ZodType<StateRecord> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("started"), heads: z.record(z.string(), hash) }),
  z.object({
    kind: z.literal("request"),
    at,
    chain: z.string(),
    // No other method is ever recorded.
    method: z.string().regex(/^(eth_send|evm_|hardhat_(?!reset$))[A-Za-z]*$/),
    params: z.array(z.unknown()),
    minedAt: z.number().int().nonnegative().optional(),
    head: hash.optional(),
  }),
  z.object({ kind: z.literal("quotes"), at, quotes: z.array(z.unknown()) }),
  z.object({ kind: z.literal("faults"), faults: z.array(fault).max(1000) }),
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
