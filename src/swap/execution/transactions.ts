import type { Hex } from "viem"
import { isAddressEqual } from "viem/utils"

import { AbortedError } from "../../http/errors.js"
import { approveExactly } from "../../onchain/allowances.js"
import { assertBalance, assertTokens } from "../../onchain/assertFunds.js"
import { prepareSubmission } from "../../onchain/submission/prepareSubmission.js"
import { sendSubmission } from "../../onchain/submission/sendSubmission.js"
import type { Sender } from "../../onchain/submission/Submission.js"
import type { CheckedRoute } from "../checks/types.js"
import { nativeToken } from "../nativeToken.js"
import { advance, reportEvent } from "./advance.js"
import type { AccountLock } from "./locks.js"
import { swapCall } from "./simulation.js"
import type { Execution, JournalEntry, Submission, SubmittedEntry } from "./types.js"

/** Checks that the account owns what the transaction pays, and what the API asks it to own for gas. */
export async function assertCanPay(
  { account, parameters: { publicClient, minNativeCurrencyForGas } }: Execution<JournalEntry | undefined>,
  { request, transaction: { value } }: CheckedRoute,
): Promise<void> {
  const forGas = minNativeCurrencyForGas ?? 0n
  const next =
    forGas === 0n
      ? undefined
      : `Nothing was sent. The swap API asks for ${forGas} wei for gas on this chain, beside what the swap attaches: fund the account.`
  await assertBalance(publicClient, account, value + forGas, next)
  const { userOps, inputToken: token, inputAmount: needed } = request
  // An approval looks for its tokens itself.
  if (userOps !== "deposit" || isAddressEqual(token, nativeToken)) return
  await assertTokens(publicClient, { account: account.address, token, needed })
}

/** Approves exactly the amount that the route takes, unless the allowance suffices. */
export async function approve(
  execution: Execution,
  { approval }: CheckedRoute,
  sender: AccountLock,
): Promise<Execution> {
  if (approval === undefined) return execution
  const { account, entry, parameters } = execution
  const { publicClient, walletClient, signal, receiptTimeout, errorAbis = [] } = parameters
  const reports: unknown[] = []
  const onSubmitted = (hash: Hex): void => {
    reports.push(reportEvent(execution, { state: "APPROVING", quoteId: entry.route.quoteId, hash }))
  }
  // A node that signs itself chooses itself.
  const nextNonce = account.type === "local" ? sender.nextNonce : undefined
  const options = { signal, receiptTimeout, errorAbis, onSubmitted, nextNonce }
  const hashes = await approveExactly(publicClient, walletClient, approval, options)
  await Promise.all(reports)
  return await advance(execution, { approvals: [...entry.approvals, ...hashes] })
}

/** Makes the submission of a route: its transaction with a nonce, and signed if the account signs locally. */
export async function sign(
  execution: Execution,
  { transaction }: CheckedRoute,
  sender: AccountLock,
): Promise<Submission> {
  throwIfAborted(execution.parameters.signal)
  return await prepareSubmission(swapSender(execution, transaction.to), transaction, sender.nextNonce)
}

/** Sends what {@link sign} made, and records that the node has accepted it. */
export async function send(execution: Execution, submission: Submission): Promise<Execution<SubmittedEntry>> {
  throwIfAborted(execution.parameters.signal)
  const hash = await sendSubmission(swapSender(execution, submission.transaction.to), submission)
  return await advance(execution, { state: "SENT", submission: { ...submission, hash } })
}

/** The account and the clients of an execution, for its transaction to a contract. */
export function swapSender({ account, parameters }: Execution<JournalEntry | undefined>, to: Hex): Sender {
  const { publicClient, walletClient, errorAbis } = parameters
  return { account, publicClient, walletClient, errorAbis, call: swapCall(to) }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AbortedError()
}
