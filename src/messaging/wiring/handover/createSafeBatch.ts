import { type Address, type Hex, stringToHex } from "viem"
import { keccak256 } from "viem/utils"

import { isRecord } from "#src/primitives/isRecord.js"

/** A file of the transaction builder of Safe. It is for one Safe on one chain; every value is text. */
export type SafeBatch = {
  readonly version: "1.0"
  readonly chainId: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly meta: {
    readonly name: string
    readonly description: string
    readonly txBuilderVersion: string
    readonly createdFromSafeAddress: Address
    readonly createdFromOwnerAddress: ""
    /** Without the right one, the transaction builder warns that the file was changed. */
    readonly checksum: Hex
  }
  /** `value` is in wei. */
  readonly transactions: readonly { readonly to: Address; readonly value: string; readonly data: Hex }[]
}

/** What a Safe is to send. The description says it for who signs. */
export type CreateSafeBatchParameters = Pick<SafeBatch, "createdAt"> &
  Pick<SafeBatch["meta"], "name" | "description"> & {
    readonly chainId: number
    readonly safe: Address
    /** In the order in which they are sent. `value` is in wei. */
    readonly transactions: readonly { readonly to: Address; readonly value: bigint; readonly data: Hex }[]
  }

export function createSafeBatch({ safe, name, description, ...batch }: CreateSafeBatchParameters): SafeBatch {
  const unsigned = {
    version: "1.0",
    chainId: String(batch.chainId),
    createdAt: batch.createdAt,
    meta: {
      ...{ name, description, txBuilderVersion: "1.18.0" },
      ...({ createdFromSafeAddress: safe, createdFromOwnerAddress: "" } as const),
    },
    transactions: batch.transactions.map(({ to, value, data }) => ({ to, value: String(value), data })),
  } as const
  return { ...unsigned, meta: { ...unsigned.meta, checksum: batchChecksum(unsigned) } }
}

/** Computes the checksum of a file that has none in it. It is the builder's own: over keys in order, and values after them. */
export function batchChecksum({ meta, ...batch }: Readonly<Record<string, unknown>> & { readonly meta: object }): Hex {
  // The builder leaves the name out, which its user may change.
  return keccak256(stringToHex(serialize({ ...batch, meta: { ...meta, name: null } })))
}

function serialize(value: unknown): string {
  if (Array.isArray(value)) return `[${(value as unknown[]).map(serialize).join(",")}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${JSON.stringify(keys)}${keys.map((key) => `${serialize(value[key])},`).join("")}}`
}
