import type { ExecutionRight, PreparedRetry } from "../../../src/messaging/retrying/prepareRetry.js"
import type { RetryMessageReturnType } from "../../../src/messaging/retrying/retryMessage.js"
import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import { formatFacts } from "../../../src/terminal/table.js"
import type { Paint } from "../../../src/terminal/terminal.js"

/** A retry, sent or prepared, with the fields that it has in JSON. */
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

/** The message that is executed, and where. */
type RetrySubject = {
  readonly messageId: string
  /** The name of the destination chain. */
  readonly chain: string
  readonly account: string
}

/** Describes a retry before it is sent, with its highest cost. */
export function retryPlan(
  { right, gasLimit, value }: PreparedRetry,
  { messageId, chain, account, maxFee }: RetrySubject & { readonly maxFee: bigint },
  paint: Paint,
): string {
  return [
    `${messageId} can be executed on ${chain}.`,
    formatFacts(
      [
        ["account", account],
        ["by right of", rights[right.kind]],
        ["gas for inbound", String(gasLimit)],
        ...(value === 0n
          ? []
          : [["value", `${formatAmount(value, 18)} native tokens, which the message carries`] as const]),
        ["costs", `about ${formatAmount(maxFee + value, 18)} native tokens at most`],
      ],
      paint,
    ),
  ].join("\n")
}

const rights: Readonly<Record<ExecutionRight["kind"], string>> = {
  own: "the account: it may execute messages here",
  devnet: "the devnet: its executor signs for the account",
  granted: "the owner of the execution manager, who is impersonated and grants EXECUTOR_ROLE to the account",
}

/** Describes the result of a retry. */
export function retrySummary(
  result: RetryMessageReturnType,
  { messageId, chain, account }: RetrySubject,
  paint: Paint,
): string {
  const { execution } = result
  const where =
    execution === null
      ? [["transaction", "not among the newest blocks"] as const]
      : [["transaction", execution.transactionHash] as const, ["block", String(execution.blockNumber)] as const]
  if (result.status === "executed before") {
    return [
      paint.green(`${messageId} was executed on ${chain} already. Nothing was sent.`),
      formatFacts(where, paint),
    ].join("\n")
  }
  const granted = result.right === "granted" ? [`${account} has EXECUTOR_ROLE on this node from now on.`] : []
  return [paint.green(`Executed ${messageId} on ${chain}.`), formatFacts(where, paint), ...granted].join("\n")
}
