import { CallRevertedError } from "../../onchain/callErrors.js"
import { TransactionRevertedError } from "../../onchain/transactionErrors.js"
import { defaultReceiptTimeout, waitForReceipt } from "../../onchain/waitForReceipt.js"
import { RouteEndedError } from "../following/trackingErrors.js"
import { watchRoute } from "../following/watchRoute.js"
import type { RouteStatus } from "../types.js"
import { advance, reportEvent } from "./advance.js"
import { isMined } from "./executionStates.js"
import { simulateSwap, swapCall } from "./simulation/simulateSwap.js"
import type { ExecuteRouteReturnType, Execution, SubmittedEntry } from "./types.js"

/**
 * Follows an execution whose transaction was sent until its route is final. Sends nothing, so any number of calls may follow the same
 * execution.
 */
export async function finishRoute(sent: Execution<SubmittedEntry>): Promise<ExecuteRouteReturnType> {
  const execution = isMined(sent.entry.state) ? sent : await awaitReceipt(sent)
  const { route, approvals, submission } = execution.entry
  const { quoteId, statusCheck } = route
  const { client, minInterval, maxInterval, signal, onTrouble, onWait, timeout } = execution.parameters
  let latest: RouteStatus | undefined
  try {
    const timing = { minInterval, maxInterval, signal, onTrouble, onWait, timeout }
    for await (const step of watchRoute(client, { quoteId, statusCheck, isMined: true, ...timing })) {
      latest = step.route
      reportEvent(execution, { state: "FOLLOWING", quoteId, step })
    }
  } catch (error) {
    if (error instanceof RouteEndedError) await advance(execution, { state: "FINISHED", route: error.route })
    throw error
  }
  if (latest === undefined) throw new Error("A watch that ends without an error has seen the route.")
  await advance(execution, { state: "FINISHED", route: latest })
  return { quoteId, hash: submission.hash, approvals, route: latest }
}

async function awaitReceipt(execution: Execution<SubmittedEntry>): Promise<Execution<SubmittedEntry>> {
  const { publicClient, client, receiptTimeout = defaultReceiptTimeout, signal } = execution.parameters
  const { transaction, hash } = execution.entry.submission
  const receipt = await waitForReceipt(publicClient, { hash, timeout: receiptTimeout, signal, clock: client.clock })
  if (receipt.status === "success") return await advance(execution, { state: "MINED" })
  const reverted = await advance(execution, { state: "REVERTED" })
  throw new TransactionRevertedError({
    call: swapCall(transaction.to),
    hash,
    reason: await whyReverted(reverted, receipt.blockNumber),
    next: "Nothing was swapped. Get a new quote to try again: this one will not be sent again.",
  })
}

/** A receipt has no revert data, but the same call on the state of its block most likely reverts for the same reason. */
async function whyReverted(
  { account, entry, parameters: { publicClient, errorAbis } }: Execution<SubmittedEntry>,
  blockNumber: bigint,
): Promise<string | undefined> {
  try {
    await simulateSwap({ publicClient, account, errorAbis }, entry.submission.transaction, blockNumber)
    return undefined
  } catch (error) {
    return error instanceof CallRevertedError ? error.revert.reason : undefined
  }
}
