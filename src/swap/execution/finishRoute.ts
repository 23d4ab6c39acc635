import { CallRevertedError } from "../../onchain/callErrors.js"
import { accountOf } from "../../onchain/transact.js"
import { TransactionRevertedError } from "../../onchain/transactionErrors.js"
import { waitForReceipt } from "../../onchain/waitForReceipt.js"
import type { ExecuteRouteParameters, ExecuteRouteReturnType } from "./executeRoute.js"
import { isMined, type JournalEntry, type Submitted } from "./journal.js"
import type { RouteStatus } from "../types.js"
import { simulateSwap, theSwap } from "./sendOnce.js"
import { RouteEndedError } from "../following/trackingErrors.js"
import { watchRoute } from "../following/watchRoute.js"

const defaultReceiptTimeout = 3 * 60_000

/** Follows what was sent to its end. Any number of calls may do so at once: nothing is sent that wasn't. */
export async function finishRoute(
  parameters: ExecuteRouteParameters,
  submitted: Submitted,
): Promise<ExecuteRouteReturnType> {
  const entry = isMined(submitted) ? submitted : await mined(parameters, submitted)
  const { route, approvals, submission } = entry
  const { quoteId, statusCheck } = route
  const { client, onStep, minInterval, maxInterval, signal, onTrouble, timeout } = parameters
  const finish = async (final: RouteStatus): Promise<void> => {
    await write(parameters, { ...entry, state: "FINISHED", outcome: final.status })
    onStep?.({ state: "FINISHED", quoteId, route: final })
  }
  let latest: RouteStatus | undefined
  try {
    const timing = { minInterval, maxInterval, signal, onTrouble, timeout }
    for await (const step of watchRoute(client, { quoteId, statusCheck, ...timing })) {
      latest = step.route
      onStep?.({ state: "FOLLOWING", quoteId, step })
    }
  } catch (error) {
    if (error instanceof RouteEndedError) await finish(error.route)
    throw error
  }
  if (latest === undefined) throw new Error("A watch ends well only after it has seen the route.")
  await finish(latest)
  return { quoteId, hash: submission.hash, approvals, route: latest }
}

async function mined(parameters: ExecuteRouteParameters, entry: Submitted): Promise<Submitted> {
  const { publicClient, client, receiptTimeout = defaultReceiptTimeout, signal, onStep } = parameters
  const { hash } = entry.submission
  const { quoteId } = entry.route
  const receipt = await waitForReceipt(publicClient, { hash, timeout: receiptTimeout, signal, clock: client.clock })
  const state = receipt.status === "success" ? "MINED" : "REVERTED"
  await write(parameters, { ...entry, state })
  onStep?.({ state, quoteId, hash })
  if (state === "MINED") return entry
  throw new TransactionRevertedError({
    call: { address: entry.submission.transaction.to, functionName: theSwap },
    hash,
    reason: await whyReverted(parameters, entry, receipt.blockNumber),
    next: "Nothing was swapped. Get a new quote to try again: this one is not sent a second time.",
  })
}

/** A receipt has no revert data, but the same call on the block's state most likely reverts alike. */
async function whyReverted(
  { publicClient, walletClient, errorAbis = [] }: ExecuteRouteParameters,
  { submission: { transaction } }: Submitted,
  blockNumber: bigint,
): Promise<string | undefined> {
  try {
    await simulateSwap({ publicClient, account: accountOf(walletClient), errorAbis }, transaction, blockNumber)
    return undefined
  } catch (error) {
    return error instanceof CallRevertedError ? error.revert.reason : undefined
  }
}

async function write({ journal, client }: ExecuteRouteParameters, entry: JournalEntry): Promise<void> {
  await journal.write({ ...entry, at: client.clock.now() })
}
