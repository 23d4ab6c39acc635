import type { Account } from "viem"

import { isAddressEqual } from "viem/utils"

import { AbortedError } from "../../http/errors.js"
import { approveExactly } from "../../onchain/approveExactly.js"
import { assertBalance } from "../../onchain/assertBalance.js"
import { accountOf } from "../../onchain/transact.js"
import { checkRoute, isExpired } from "../checks/checkRoute.js"
import { checkOnChain } from "../checks/checkOnChain.js"
import type { ExecuteRouteParameters } from "./executeRoute.js"
import { JournalMismatchError } from "./executionErrors.js"
import { type FreshRoute, ensureFresh, limitsOf } from "./ensureFresh.js"
import { isMined, isSubmitted, type JournalEntry, type Submission, type Submitted } from "./journal.js"
import { reconcile } from "./reconcile.js"
import { checkQuoteId } from "../parameters.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import { prepareSubmission, recoverSubmission, sendFirst, simulateSwap } from "./sendOnce.js"

/** How often a quote may expire between two steps before that is the error. */
const mostQuotes = 3

/** Brings an execution to the point where its transaction is on its way, alone with its quote. */
export async function submitRoute(parameters: ExecuteRouteParameters): Promise<Submitted> {
  const { journal, walletClient, route } = parameters
  const account = accountOf(walletClient)
  const quoteId = checkQuoteId(route.quoteId, "route.quoteId")
  const first = (await journal.read(quoteId))?.continues ?? quoteId
  const lock = await journal.lock(first)
  try {
    return await submitAlone(parameters, account, first)
  } finally {
    await lock[Symbol.asyncDispose]()
  }
}

async function submitAlone(parameters: ExecuteRouteParameters, account: Account, first: string): Promise<Submitted> {
  const known = await parameters.journal.read(first)
  if (known !== undefined) assertSame(known, account, parameters)
  if (known !== undefined && isSubmitted(known)) return isMined(known) ? known : await reconcile(parameters, known)
  if (known?.submission !== undefined) {
    const submitted = await resume(parameters, account, known, known.submission)
    if (submitted !== undefined) return submitted
  }
  return await begin(parameters, account, first, known)
}

async function begin(
  parameters: ExecuteRouteParameters,
  account: Account,
  first: string,
  known: JournalEntry | undefined,
): Promise<Submitted> {
  const { client, walletClient, publicClient, signal, receiptTimeout, errorAbis = [], onStep } = parameters
  const sender = { publicClient, walletClient, account, errorAbis }
  let entry = known
  for (let quotes = 1; quotes <= mostQuotes; quotes += 1) {
    const { checked, accepted } = await ensureFresh(parameters, account, entry)
    entry = await takeUp(parameters, account, { checked, accepted }, entry ?? first)
    const { quoteId } = checked.route
    await checkOnChain(parameters, checked)
    await assertBalance(publicClient, account, checked.transaction.value)
    if (checked.approval !== undefined) {
      const onSubmitted = (hash: `0x${string}`): void => onStep?.({ state: "APPROVING", quoteId, hash })
      const approving = { signal, receiptTimeout, errorAbis, onSubmitted }
      const hashes = await approveExactly(publicClient, walletClient, checked.approval, approving)
      entry = await write(parameters, { ...entry, approvals: [...entry.approvals, ...hashes] })
    }
    entry = await write(parameters, { ...entry, state: "APPROVED" })
    onStep?.({ state: "APPROVED", quoteId, approvals: entry.approvals })
    if (isExpired(checked.route, client.clock.now())) continue

    await simulateSwap(sender, checked.transaction)
    throwIfAborted(signal)
    const submission = await prepareSubmission(sender, checked.transaction)
    entry = await write(parameters, { ...entry, state: "SIGNED", submission })
    onStep?.({ state: "SIGNED", quoteId, nonce: submission.nonce, hash: submission.hash })
    return await send(parameters, account, entry, submission)
  }
  throw new RouteRefusedError("EXPIRED", { quoteId: (entry?.route ?? parameters.route).quoteId })
}

/** Goes on with a transaction that was written down; undefined when it never went out and never will. */
async function resume(
  parameters: ExecuteRouteParameters,
  account: Account,
  entry: JournalEntry,
  submission: Submission,
): Promise<Submitted | undefined> {
  const { publicClient, walletClient, client, errorAbis = [] } = parameters
  const recovered = await recoverSubmission({ publicClient, account }, submission)
  if (recovered.kind === "dead") return undefined
  if (recovered.kind === "sent") return await sent(parameters, entry, { ...submission, hash: recovered.hash })
  // What was checked when it was written down may have changed since, and nothing is out yet.
  const now = client.clock.now()
  const { request, route, leastOut } = entry
  const checked = checkRoute({ ...limitsOf(parameters), route, request, leastOut, now })
  await checkOnChain({ publicClient, walletClient }, checked)
  await simulateSwap({ publicClient, account, errorAbis }, submission.transaction)
  return await send(parameters, account, entry, submission)
}

async function send(
  parameters: ExecuteRouteParameters,
  account: Account,
  entry: JournalEntry,
  submission: Submission,
): Promise<Submitted> {
  const { publicClient, walletClient, errorAbis = [], signal } = parameters
  throwIfAborted(signal)
  const hash = await sendFirst({ publicClient, walletClient, account, errorAbis }, submission)
  return await sent(parameters, entry, { ...submission, hash })
}

async function sent(
  parameters: ExecuteRouteParameters,
  entry: JournalEntry,
  submission: Submitted["submission"],
): Promise<Submitted> {
  const written = await write(parameters, { ...entry, state: "SENT", submission })
  parameters.onStep?.({ state: "SENT", quoteId: entry.route.quoteId, hash: submission.hash })
  return { ...written, submission }
}

/**
 * Writes down which route it is, when that is new.
 *
 * @param before what is written already, or the id to write it under
 */
async function takeUp(
  parameters: ExecuteRouteParameters,
  account: Account,
  { checked, accepted }: FreshRoute,
  before: JournalEntry | string,
): Promise<JournalEntry> {
  const { route, request } = checked
  const { quoteId } = route
  const begun =
    typeof before === "string"
      ? {
          quoteId: before,
          account: account.address,
          chainId: request.originChainId,
          request,
          leastOut: accepted,
          approvals: [],
        }
      : before
  const next: JournalEntry = { ...begun, route, state: "CHECKED", submission: undefined, at: 0 }
  if (typeof before !== "string" && before.route.quoteId === quoteId) return await write(parameters, next)
  const isAnother = quoteId !== next.quoteId
  // Whoever asks for the new quote by its own id finds this execution, and can't begin another.
  if (isAnother) await write(parameters, { ...next, quoteId, continues: next.quoteId })
  const written = await write(parameters, next)
  parameters.onStep?.({ state: isAnother ? "REQUOTED" : "CHECKED", quoteId, route })
  return written
}

async function write(
  { journal, client }: Pick<ExecuteRouteParameters, "journal" | "client">,
  entry: JournalEntry,
): Promise<JournalEntry> {
  const written = { ...entry, at: client.clock.now() }
  await journal.write(written)
  return written
}

function assertSame(
  { quoteId, account, chainId }: JournalEntry,
  { address }: Account,
  { request: { originChainId } }: ExecuteRouteParameters,
): void {
  if (isAddressEqual(account, address) && chainId === Number(originChainId)) return
  throw new JournalMismatchError({
    quoteId,
    written: `${account} on chain ${chainId}`,
    given: `${address} on chain ${String(originChainId)}`,
  })
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AbortedError()
}
