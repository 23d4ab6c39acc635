import { type Address, type Hex, stringToHex } from "viem"
import { keccak256 } from "viem/utils"

import { isRecord } from "../../../primitives/isRecord.js"
import type { WiringChange } from "../plan/WiringPlan.js"

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
  readonly transactions: readonly { readonly to: Address; readonly value: "0"; readonly data: Hex }[]
}

/** A batch, and for which chain it is. */
export type ChainBatch = { readonly chain: string; readonly safe: Address; readonly batch: SafeBatch }

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
  const owned = changes.flatMap((change) => (change.sender === undefined ? [] : [{ change, safe: change.sender }]))
  const groups = Map.groupBy(owned, ({ change, safe }) => `${change.chain} ${safe}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { safe, change } = first
    const unsigned = {
      version: "1.0",
      chainId: String(change.chainId),
      createdAt,
      meta: {
        name: `Wiring of ${change.chain}`,
        description: group.map((one) => describe(one.change)).join("; "),
        txBuilderVersion: "1.18.0",
        createdFromSafeAddress: safe,
        createdFromOwnerAddress: "",
      },
      transactions: group.map((one) => ({ to: one.change.plug, value: "0", data: one.change.data }) as const),
    } as const
    // The builder leaves the name out, which its user may change.
    const sum = checksum({ ...unsigned, meta: { ...unsigned.meta, name: null } })
    return [{ chain: change.chain, safe, batch: { ...unsigned, meta: { ...unsigned.meta, checksum: sum } } }]
  })
}

/** With the call as its data has it, so that who signs compares the two. */
function describe({ kind, plug, sibling, siblingChain, switchboard, switchboardKind, call }: WiringChange): string {
  const args = call.args.map(({ type, text }) => `${type} ${text}`).join(", ")
  const calls = `${call.signature.slice(0, call.signature.indexOf("("))}(${args})`
  return kind === "connect"
    ? `connect ${plug} to ${sibling} on ${siblingChain} by ${switchboardKind ?? "unknown"} switchboard ${switchboard}: ${calls}`
    : `disconnect ${plug} from ${siblingChain}: ${calls}`
}

/** The builder's own: over keys in order, and values after them. */
function checksum(batch: unknown): Hex {
  return keccak256(stringToHex(serialize(batch)))
}

function serialize(value: unknown): string {
  if (Array.isArray(value)) return `[${(value as unknown[]).map(serialize).join(",")}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${JSON.stringify(keys)}${keys.map((key) => `${serialize(value[key])},`).join("")}}`
}
