import { readSwapTerms } from "../offer/getSwapOffer.js"
import { type DescribedDeposit, describeDeposit } from "./describeDeposit.js"
import { findPayment, statusOf } from "./findPayment.js"
import type { DepositRun } from "./openDepositRun.js"
import { isExpired } from "#extras/swap/src/checks/checkRoute.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { assertSameRequest, readFirstEntry } from "#extras/swap/src/execution/journal/entries.js"
import { latestTime } from "#src/primitives/clock.js"

/**
 * Finds the deposit that an earlier run of a command opened, unless it expired unpaid.
 *
 * @throws {JournalMismatchError} the deposit that is recorded for the command is of another request
 */
export async function findOpenedDeposit({
  records: { commands, deposits },
  key,
  client,
  terms,
}: DepositRun): Promise<DepositRecord | undefined> {
  const command = await commands.read(key)
  if (command === undefined || command.endedAt !== undefined) return undefined
  const { quoteId } = command
  const record = await deposits.read(quoteId)
  if (record !== undefined) {
    assertSameRequest({ quoteId, request: record.request }, (await readSwapTerms(client, terms)).request)
  }
  if (record === undefined || !isExpired(record.route, latestTime(client.clock))) return record
  const status = await statusOf(client, quoteId, terms.signal)
  return status === undefined || status.status === "EXPIRED" ? undefined : record
}

/** Finds out whether a deposit is paid, by this project or by others. Returns how that is known; `undefined` if it is not paid. */
export async function findAnyPayment(run: DepositRun, record: DepositRecord): Promise<string | undefined> {
  const { client, origin, signal } = run
  const described = await describeAsOpened(run, record)
  const entry = await readFirstEntry(run.records.journal, described.route.quoteId)
  if (entry?.submission !== undefined) return `swap pay has sent ${entry.submission.hash ?? "it"} from ${entry.account}`
  return await findPayment({ record: described, deposit: described.deposit, client, origin, signal })
}

/** The loss was accepted when the deposit was opened. A payer has to see the deposit whatever it is. */
export async function describeAsOpened({ terms }: DepositRun, record: DepositRecord): Promise<DescribedDeposit> {
  const { swapRequest, readers } = terms
  return await describeDeposit({ record, readers, limits: { acceptLoss: 100 }, ...swapRequest })
}
