import { transactionOf } from "../depositTransfer.js"
import { idleApproval } from "../execution/journal/entries.js"
import { isRead } from "./readRoute.js"
import type { SwapCase } from "./types.js"
import { type LeftAllowance, readLeftAllowance } from "#src/onchain/allowances.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { whyReverted } from "#src/onchain/transact.js"

/** What the origin chain shows of a transaction that was sent and can never succeed. */
export type TransactionReading = {
  /** Why it reverted, if it did and a simulation tells. */
  readonly reason: string | undefined
  /** What was approved for it and not used. */
  readonly left: LeftAllowance | undefined
}

/** Reads why the transaction of a swap failed, and what it left behind; `undefined` if it has not failed. */
export async function readTransaction(swap: SwapCase): Promise<TransactionReading | undefined> {
  const { sending } = swap
  if (sending.kind === "replaced") return { reason: undefined, left: await readLeft(swap) }
  if (sending.kind !== "mined" || sending.receipt.status === "success") return undefined
  return { reason: await readReason(swap, sending.receipt.blockNumber), left: await readLeft(swap) }
}

async function readReason({ record, origin, abis }: SwapCase, blockNumber: bigint): Promise<string | undefined> {
  const entry = record?.entry
  const transaction = entry === undefined ? undefined : transactionOf(entry.route)
  if (entry === undefined || transaction === undefined || !isRead(origin)) return undefined
  return await whyReverted(origin.client, { ...transaction, account: entry.account, blockNumber }, [...abis, tokenAbi])
}

async function readLeft({ record, origin }: SwapCase): Promise<LeftAllowance | undefined> {
  const entry = record?.entry
  if (entry === undefined || !isRead(origin)) return undefined
  // The journal may not say yet that the transaction is over.
  const approval = idleApproval({ ...entry, state: "REVERTED" })
  if (approval === undefined) return undefined
  const left = await readLeftAllowance(origin.client, approval, entry.account).catch(() => undefined)
  return left?.amount === 0n ? undefined : left
}
