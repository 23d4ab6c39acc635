import { getTransactionReceipt } from "viem/actions"

import { findIdCauses, findUnsentCauses } from "./transaction/findIdCauses.js"
import { findMinedCauses } from "./transaction/findMinedCauses.js"
import { findUnminedCauses } from "./transaction/findUnminedCauses.js"
import type { TransactionCase } from "./transaction/types.js"
import type { Findings } from "./types.js"

/** Finds why a transaction sent no message, or not the one that was asked for. */
export async function findTransactionCauses(given: TransactionCase): Promise<Findings> {
  const { src, srcTxHash, messageId, journeys } = given
  if (journeys.length > 0) return { causes: [] }
  if (srcTxHash === undefined) return findUnsentCauses(given)
  const known = { ...given, srcTxHash }
  const receipt = await getTransactionReceipt(src.client, { hash: srcTxHash }).catch(() => undefined)
  if (receipt === undefined) return await findUnminedCauses(known)
  const other = messageId === undefined ? undefined : await findIdCauses({ ...known, messageId }, receipt)
  return other ?? (await findMinedCauses(known, receipt))
}
