import { type SafeFile, safeFileLine } from "./wiring.js"
import type { ExecutionRight, PreparedRetry } from "#src/messaging/retrying/prepareRetry.js"
import type { RetryMessageReturnType } from "#src/messaging/retrying/retryMessage.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import type { Found } from "#src/plugin/run/runTask.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { gasText } from "#src/terminal/gasText.js"
import { paint } from "#src/terminal/paint.js"
import { facts, type Report } from "#src/terminal/report.js"

/** The message that is executed, and where. */
type RetrySubject = {
  readonly messageId: string
  readonly from: ChainEntry
  readonly to: ChainEntry
  readonly account: string
}

/** The result of a retry, or what was prepared and not sent. `safeFiles` were written for a Safe. */
export function retryFound(
  retry: PreparedRetry | RetryMessageReturnType,
  subject: RetrySubject,
  safeFiles?: readonly SafeFile[],
): Found {
  return {
    document: { ...subject, ...retryFields(retry), safeFiles },
    report: () =>
      safeFiles?.map(safeFileLine) ??
      (retry.status === "prepared" ? "Nothing was sent." : retrySummary(retry, subject)),
  }
}

/** A retry, sent or prepared, with the fields that it has in JSON. */
export function retryFields(retry: PreparedRetry | RetryMessageReturnType | undefined): object {
  const unsent = { status: "not sent", txHash: null, blockNumber: null }
  if (retry === undefined) return { ...unsent, right: null, gasLimit: null, value: null }
  if (retry.status === "prepared") {
    const { right, gasLimit, value } = retry
    return { ...unsent, right: right.kind, gasLimit, value }
  }
  const { status, execution } = retry
  const where = { txHash: execution?.transactionHash ?? null, blockNumber: execution?.blockNumber ?? null }
  if (retry.status === "executed before") return { status, ...where, right: null, gasLimit: null, value: null }
  const { right, gasLimit, value } = retry
  return { status, ...where, right, gasLimit, value }
}

/** A retry before it is sent, with its highest cost. */
export function retryPlan(
  { right, gasLimit, gas, value }: PreparedRetry,
  { messageId, to, account, native }: RetrySubject & { readonly native: NativeCurrency },
): Report {
  const carried = formatAmount(value, native.decimals, native.symbol)
  return [
    `${messageId} can be executed on ${to.name}.`,
    facts([
      ["account", account],
      ["by right of", rights[right.kind]],
      ["gas for inbound", gasLimit],
      ["value", value === 0n ? null : `${carried}, which the message carries and the account pays`],
      ["gas", gasText({ ...gas, native })],
    ]),
  ]
}

const rights: Readonly<Record<ExecutionRight["kind"], string>> = {
  own: "the account: it may execute messages here",
  devnet: "the devnet: its executor signs for the account",
  granted: "the owner of the execution manager, who is impersonated and grants EXECUTOR_ROLE to the account",
}

function retrySummary(result: RetryMessageReturnType, { messageId, to, account }: RetrySubject): Report {
  const { execution } = result
  const isNew = result.status === "executed"
  const done = isNew
    ? `Executed ${messageId} on ${to.name}.`
    : `${messageId} was executed on ${to.name} already. Nothing was sent.`
  return [
    paint.green(done),
    facts([
      ["transaction", execution?.transactionHash ?? "not among the newest blocks"],
      ["block", execution?.blockNumber],
    ]),
    isNew && result.right === "granted" && `${account} has EXECUTOR_ROLE on this node from now on.`,
  ]
}
