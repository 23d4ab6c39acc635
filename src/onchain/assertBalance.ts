import type { Account, Client } from "viem"

import { getBalance } from "viem/actions"

import { explainCallError } from "./callErrors.js"
import { InsufficientBalanceError } from "./transactionErrors.js"

/** A node refuses to simulate what the account can't pay, in words of its own. */
export async function assertBalance(client: Client, { address }: Account, needed: bigint): Promise<void> {
  if (needed === 0n) return
  const balance = await getBalance(client, { address }).catch((error: unknown) => {
    throw explainCallError(error, { address, functionName: "eth_getBalance" })
  })
  if (balance < needed) throw new InsufficientBalanceError({ account: address, balance, needed })
}
