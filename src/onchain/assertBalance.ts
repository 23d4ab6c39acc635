import type { Account, Client } from "viem"

import { getBalance } from "viem/actions"

import { explainCallError } from "./callErrors.js"
import { InsufficientBalanceError } from "./transactionErrors.js"

/**
 * Checks that the account can pay, because nodes reject the simulation of an unaffordable call with differing messages.
 *
 * @param needed wei, without gas
 * @param next what to do if the account owns less; default: fund it
 * @throws {InsufficientBalanceError} the account owns less
 * @throws {NodeFailedError} the node did not answer
 */
export async function assertBalance(
  client: Client,
  { address }: Account,
  needed: bigint,
  next?: string,
): Promise<void> {
  if (needed === 0n) return
  const balance = await getBalance(client, { address }).catch((error: unknown) => {
    throw explainCallError(error, { address, functionName: "eth_getBalance" })
  })
  if (balance < needed)
    throw new InsufficientBalanceError({ account: address, balance, needed, ...(next === undefined ? {} : { next }) })
}
