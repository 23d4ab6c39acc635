import { type Address, type Hex, stringToHex } from "viem"
import { keccak256 } from "viem/utils"

import type { ReadCall } from "../../onchain/connection/readCall.js"
import type { WiringChange } from "../plan/WiringPlan.js"
import { isRecord } from "#src/primitives/isRecord.js"

export type ChainBatch = { readonly chain: string; readonly safe: Address; readonly batch: SafeBatch }

/** A call that another account must send. */
export type HandedCall = {
  /** The connection that it is for. */
  readonly change: WiringChange
  readonly sender: Address | undefined
  readonly to: Address
  readonly data: Hex
  readonly call: ReadCall
  /** What it does, with the call as its data has it, so that who signs compares the two. */
  readonly says: string
}

/**
 * Makes files for the transaction builder of Safe: one for each chain and each owner that must send something there.
 *
 * @param changes those of a plan whose `status` is `elsewhere`
 * @param createdAt milliseconds since 1970
 * @example
 * const elsewhere = plan.changes.filter(({ status }) => status === "elsewhere")
 * for (const { chain, batch } of createSafeBatches(elsewhere, Date.now())) {
 *   await writeFile(`wiring.${chain}.json`, JSON.stringify(batch, null, 2))
 * }
 */
export function createSafeBatches(changes: readonly WiringChange[], createdAt: number): readonly ChainBatch[] {
  return batchCalls(changes.map(toHandedCall), createdAt)
}

/** As {@link createSafeBatches}, of calls that may be those of a timelock. */
export function batchCalls(calls: readonly HandedCall[], createdAt: number): readonly ChainBatch[] {
  const owned = calls.flatMap((one) => (one.sender === undefined ? [] : [{ ...one, safe: one.sender }]))
  const groups = Map.groupBy(owned, ({ change, safe }) => `${change.chain} ${safe}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { safe, change } = first
    const batch = createSafeBatch({
      ...{ chainId: change.chainId, createdAt, safe, name: `Wiring of ${change.chain}` },
      description: group.map(({ says }) => says).join("; "),
      transactions: group.map(({ to, data }) => ({ to, value: 0n, data })),
    })
    return [{ chain: change.chain, safe, batch }]
  })
}

export function toHandedCall(change: WiringChange): HandedCall {
  const { kind, sender, plug, data, sibling, siblingChain, switchboard, switchboardKind, call } = change
  const args = call.args.map(({ type, text }) => `${type} ${text}`).join(", ")
  const calls = `${call.signature.slice(0, call.signature.indexOf("("))}(${args})`
  const says =
    kind === "connect"
      ? `connect ${plug} to ${sibling} on ${siblingChain} by ${switchboardKind ?? "unknown"} switchboard ${switchboard}: ${calls}`
      : `disconnect ${plug} from ${siblingChain}: ${calls}`
  return { change, sender, to: plug, data, call, says }
}

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
