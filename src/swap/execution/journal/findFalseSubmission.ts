import { type Hex, recoverTransactionAddress, type TransactionSerialized } from "viem"
import { keccak256, parseTransaction } from "viem/utils"

import { transactionOf } from "../../depositTransfer.js"
import type { EvmTransaction } from "../../types.js"
import type { JournalEntry } from "../types.js"

/** Says what is wrong if an entry's transaction is not its route's, or its signed bytes are not just that, by its account. */
export async function findFalseSubmission({
  account,
  chainId,
  route,
  submission,
}: JournalEntry): Promise<string | undefined> {
  if (submission === undefined) return undefined
  const offered = transactionOf(route)
  if (offered === undefined || !isSame(offered, submission.transaction) || offered.chainId !== chainId) {
    return "submission.transaction: it is not the transaction of the route"
  }
  const { raw, hash } = submission
  if (raw === undefined) return undefined
  if (hash !== keccak256(raw)) return "submission.hash: it is not the hash of the signed bytes"
  const signed = await parseSigned(raw)
  if (signed === undefined) return "submission.raw: it is not a signed transaction"
  if (signed.signer !== account) return "submission.raw: another account has signed it"
  const isOwn = isSame(submission.transaction, signed) && submission.nonce === signed.nonce
  return isOwn ? undefined : "submission.raw: it is not the transaction of the route"
}

type Signed = EvmTransaction & { readonly nonce: number; readonly signer: string }

async function parseSigned(raw: Hex): Promise<Signed | undefined> {
  try {
    const { to, data = "0x", value = 0n, chainId = 0, nonce = 0 } = parseTransaction(raw)
    const signer = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })
    return to === undefined || to === null ? undefined : { to, data, value, chainId, nonce, signer }
  } catch {
    return undefined
  }
}

function isSame(one: EvmTransaction, other: EvmTransaction): boolean {
  return (
    one.to.toLowerCase() === other.to.toLowerCase() &&
    one.data.toLowerCase() === other.data.toLowerCase() &&
    one.value === other.value &&
    one.chainId === other.chainId
  )
}
