import type { Client, Hex, Transaction } from "viem"
import { getBlockNumber, getTransaction, getTransactionCount } from "viem/actions"

import type { Clock } from "../../primitives/clock.js"
import { findByNonce, type FindByNonceParameters } from "../findByNonce.js"

/** Milliseconds between two questions to the node: a transaction waits for seconds, and its receipt is asked for more often. */
const pause = 2_000

/**
 * Looks for the transaction that was mined with the nonce of one that was submitted. It has to be asked the first time while that one is
 * pending: a node forgets what was replaced, and its nonce with it.
 *
 * @returns asks the node, at most every two seconds. `undefined` as long as no other transaction is known to be mined with the nonce
 */
export function createReplacementFinder(
  client: Client,
  { hash, clock }: { readonly hash: Hex; readonly clock: Clock },
): () => Promise<Transaction | undefined> {
  let pending: FindByNonceParameters | undefined
  let nextAt = 0
  return async () => {
    if (clock.now() < nextAt) return undefined
    nextAt = clock.now() + pause
    if (pending === undefined) {
      // In this order, so that the nonce is free in the block.
      const fromBlock = await getBlockNumber(client, { cacheTime: 0 })
      const { from: account, nonce } = await getTransaction(client, { hash })
      pending = { account, nonce, fromBlock }
      return undefined
    }
    const { account: address, nonce } = pending
    if ((await getTransactionCount(client, { address, blockTag: "latest" })) <= nonce) return undefined
    const use = await findByNonce(client, pending)
    return use.kind === "mined" ? use.transaction : undefined
  }
}
