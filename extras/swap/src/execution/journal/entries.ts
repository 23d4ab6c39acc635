import type { Address, Client } from "viem"
import { isAddressEqual } from "viem/utils"

import { checkQuote } from "../../wire/parameters/quoteChecks.js"
import type { GetQuoteParameters } from "../../wire/parameters/types.js"
import { JournalMismatchError } from "../executionErrors.js"
import { type ExecutionState, isOver } from "../executionStates.js"
import type { Execution, JournalEntry, RouteJournal } from "../types.js"
import { type LeftAllowance, readLeftAllowance } from "#src/onchain/allowances.js"
import { exactJson, excerpt } from "#src/primitives/text.js"

/**
 * Finds the execution of a request that may have sent its transaction and is not over, so that a script that is run again resumes it
 * instead of swapping a second time. If there are several, returns the one that was written last.
 *
 * @returns `undefined` if there is none: then get a new quote
 * @example
 * const entry = await findUnfinished(journal, request)
 * if (entry !== undefined) await executeRoute({ ...entry, client, walletClient, publicClient, journal })
 */
export async function findUnfinished(
  journal: RouteJournal,
  request: GetQuoteParameters,
): Promise<JournalEntry | undefined> {
  const wanted = canonicalRequest(request)
  const unfinished = (await journal.list()).filter(
    (entry) => isUnfinished(entry) && canonicalRequest(entry.request) === wanted,
  )
  return unfinished.sort((a, b) => b.at - a.at)[0]
}

/** Whether an entry records a transaction that may have been sent, and whose execution is not over. */
export function isUnfinished({ state, continues, submission }: JournalEntry): boolean {
  return submission !== undefined && continues === undefined && !isOver(state)
}

/** Reads the entry of a quote. An id that replaced an expired quote leads to the entry of the first one. */
export async function readFirstEntry(
  journal: Pick<RouteJournal, "read">,
  quoteId: string,
): Promise<JournalEntry | undefined> {
  const entry = await journal.read(quoteId)
  return entry?.continues === undefined ? entry : await journal.read(entry.continues)
}

/** The states in which the transaction of an execution needs its allowance no more, or not yet again. */
const idle: readonly ExecutionState[] = ["CHECKED", "APPROVED", "REVERTED", "REPLACED", "FINISHED"]

/** Returns the approval that an execution has made and does not need at the moment, if there is one. */
export function idleApproval({
  approvals,
  state,
  route: { approval },
}: JournalEntry): { readonly token: Address; readonly spender: Address } | undefined {
  if (approval === null || approvals.length === 0 || !idle.includes(state)) return undefined
  return { token: approval.tokenAddress, spender: approval.spenderAddress }
}

/**
 * The same text for the same request, whatever the order and spelling of its parameters. How it is paid is left out: the route says it, and a
 * request can name several ways.
 */
function canonicalRequest(parameters: GetQuoteParameters): string {
  const entries = Object.entries(checkQuote({ ...parameters, signal: undefined })).filter(
    ([name, value]) => value !== undefined && name !== "userOps",
  )
  return exactJson(entries.sort())
}

/**
 * Checks that a recorded execution is of the account, the chain and the request that it is to be resumed with.
 *
 * @throws {JournalMismatchError} it is not
 */
export function assertSameExecution({ account: { address }, entry, parameters }: Execution): void {
  const { quoteId, account, chainId } = entry
  const { originChainId } = parameters.request
  if (!isAddressEqual(account, address) || chainId !== Number(originChainId)) {
    throw new JournalMismatchError({
      quoteId,
      written: `${account} on chain ${chainId}`,
      given: `${address} on chain ${originChainId}`,
    })
  }
  assertSameRequest(entry, parameters.request)
}

/**
 * Checks that an entry, or the record of a deposit, is of a request. An API could give one id to two quotes, and the second one would pass for the first.
 *
 * @throws {JournalMismatchError} it is of another one
 */
export function assertSameRequest(
  { quoteId, request }: Pick<JournalEntry, "quoteId" | "request">,
  requested: GetQuoteParameters,
): void {
  const [written, given] = [canonicalRequest(request), canonicalRequest(requested)]
  if (written === given) return
  throw new JournalMismatchError({ quoteId, written: excerpt(written, 300), given: excerpt(given, 300) })
}

/** What a contract may still take of an account, because a swap approved it. */
export type AccountAllowance = LeftAllowance & { readonly account: Address }

/** The allowances that swaps have approved and do not need at the moment, each once: several swaps can have used the same one. */
export async function findLeftAllowances(
  client: Client,
  entries: readonly JournalEntry[],
): Promise<{ readonly checked: number; readonly left: readonly AccountAllowance[] }> {
  const approvals = new Map(
    entries.flatMap((entry) => {
      const approval = idleApproval(entry)
      const key = `${entry.account} ${approval?.token} ${approval?.spender}`.toLowerCase()
      return approval === undefined ? [] : [[key, { ...approval, account: entry.account }] as const]
    }),
  )
  const read = await Promise.all(
    [...approvals.values()].map(async ({ account, ...approval }) => ({
      account,
      ...(await readLeftAllowance(client, approval, account)),
    })),
  )
  return { checked: approvals.size, left: read.filter(({ amount }) => amount > 0n) }
}
