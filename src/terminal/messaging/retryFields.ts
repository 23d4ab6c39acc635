import type { PreparedRetry } from "../../messaging/retrying/prepareRetry.js"
import type { RetryMessageReturnType } from "../../messaging/retrying/retryMessage.js"

/** What a retry did, or would do, with the fields that it has in JSON. */
export function retryFields(retry: PreparedRetry | RetryMessageReturnType): object {
  if (retry.status === "prepared") {
    const { right, gasLimit, value } = retry
    return { status: "not sent", txHash: null, blockNumber: null, right: right.kind, gasLimit, value }
  }
  const { status, execution } = retry
  const where = { txHash: execution?.transactionHash ?? null, blockNumber: execution?.blockNumber ?? null }
  if (retry.status === "executed before") return { status, ...where, right: null, gasLimit: null, value: null }
  const { right, gasLimit, value } = retry
  return { status, ...where, right, gasLimit, value }
}
