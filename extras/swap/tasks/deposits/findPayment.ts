import type { Client } from "viem"

import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import type { EvmDeposit } from "#extras/swap/src/depositTransfer.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { readArrived } from "#extras/swap/src/reading/readDeposit.js"
import { RouteNotFoundError } from "#extras/swap/src/requestErrors.js"
import type { RouteStatus } from "#extras/swap/src/types.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"

/** The swap API does not know a deposit that it offered. Nothing was sent. */
export class DepositUnknownError extends PlugsError {
  readonly code = "DEPOSIT_UNKNOWN"

  constructor(quoteId: string) {
    super("The swap API does not know this deposit any more.", {
      facts: { quote: quoteId },
      next: "Do not pay it: nobody may be waiting for it. Open a new one with npx hardhat swap execute --user-ops deposit.",
    })
  }
}

/** What tells whether a deposit is paid. */
export type FindPaymentParameters = {
  readonly record: DepositRecord
  readonly deposit: EvmDeposit
  readonly client: SwapClient
  /** Reads the origin chain; `undefined` if nothing reaches it. */
  readonly origin: Client | undefined
  readonly signal: AbortSignal
}

/**
 * Finds out whether somebody has paid a deposit: by what was seen here before, by what the API says, and by the transfers to its address
 * since it was opened. Native currency that was moved on from there leaves no trace that is looked for.
 *
 * @returns how it is known; `undefined` if it is not paid
 * @throws {DepositUnknownError} the API does not know the deposit
 * @throws {NodeFailedError} the origin chain cannot be read
 */
export async function findPayment({
  record,
  deposit,
  client,
  origin,
  signal,
}: FindPaymentParameters): Promise<string | undefined> {
  if (record.paid !== undefined) return excerpt(record.paid)
  const { quoteId } = record.route
  const { token, amount, depositAddress } = deposit
  if (origin !== undefined) {
    const arrived = await readArrived(origin, deposit, record.fromBlock)
    if (arrived.amount >= amount) return `${arrived.amount} of ${token} have arrived at ${depositAddress}`
  }
  const status = await statusOf(client, quoteId, signal)
  if (status === undefined) throw new DepositUnknownError(quoteId)
  return isUnpaid(status) ? undefined : `the API says ${excerpt(status.status)}`
}

/** Whether a status says that no payment was seen. */
export function isUnpaid({ status, origin }: RouteStatus): boolean {
  return (status === "PENDING" || status === "EXPIRED") && origin.txHash === null
}

/** Returns what the API says of a route; `undefined` if it does not know the route. */
export async function statusOf(
  client: SwapClient,
  quoteId: string,
  signal: AbortSignal | undefined,
): Promise<RouteStatus | undefined> {
  try {
    return await client.getStatus({ quoteId, signal })
  } catch (error) {
    if (error instanceof RouteNotFoundError) return undefined
    throw error
  }
}
