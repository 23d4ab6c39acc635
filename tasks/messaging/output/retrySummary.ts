import { type SafeFile, safeFileLine } from "./wiring.js"
import type { ExecutionRight, PreparedRetry } from "#src/messaging/retrying/prepareRetry.js"
import type { RetryMessageReturnType } from "#src/messaging/retrying/retryMessage.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { gasText } from "#src/terminal/gasText.js"
import { printDocument } from "#src/terminal/printJson.js"
import { formatFacts } from "#src/terminal/table.js"
import type { Paint, Terminal } from "#src/terminal/terminal.js"

/** The message that is executed, and where. */
type RetrySubject = {
  readonly messageId: string
  readonly from: ChainEntry
  readonly to: ChainEntry
  readonly account: string
}

type PrintRetryOptions = {
  readonly subject: RetrySubject
  readonly json: boolean
  /** What was written for a Safe. */
  readonly safeFiles?: readonly SafeFile[]
  /** With which the task ends. */
  readonly error?: PlugsError
}

/** Prints the result of a retry, or what was prepared and not sent. */
export function printRetry(
  retry: PreparedRetry | RetryMessageReturnType,
  { subject, json, safeFiles, error }: PrintRetryOptions,
  { out }: Terminal,
): void {
  if (json) printDocument(out, { ...subject, ...retryFields(retry), safeFiles }, error)
  else if (safeFiles !== undefined) for (const file of safeFiles) out.line(safeFileLine(file))
  else out.line(retry.status === "prepared" ? "Nothing was sent." : retrySummary(retry, subject, out.paint))
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

/** Describes a retry before it is sent, with its highest cost. */
export function retryPlan(
  { right, gasLimit, gas, value }: PreparedRetry,
  { messageId, to, account, native }: RetrySubject & { readonly native: NativeCurrency },
  paint: Paint,
): string {
  return [
    `${messageId} can be executed on ${to.name}.`,
    formatFacts(
      [
        ["account", account],
        ["by right of", rights[right.kind]],
        ["gas for inbound", String(gasLimit)],
        ...(value === 0n
          ? []
          : [
              [
                "value",
                `${formatAmount(value, native.decimals, native.symbol)}, which the message carries and the account pays`,
              ] as const,
            ]),
        ["gas", gasText({ ...gas, native })],
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
function retrySummary(result: RetryMessageReturnType, { messageId, to, account }: RetrySubject, paint: Paint): string {
  const { execution } = result
  const where =
    execution === null
      ? [["transaction", "not among the newest blocks"] as const]
      : [["transaction", execution.transactionHash] as const, ["block", String(execution.blockNumber)] as const]
  if (result.status === "executed before") {
    return [
      paint.green(`${messageId} was executed on ${to.name} already. Nothing was sent.`),
      formatFacts(where, paint),
    ].join("\n")
  }
  const granted = result.right === "granted" ? [`${account} has EXECUTOR_ROLE on this node from now on.`] : []
  return [paint.green(`Executed ${messageId} on ${to.name}.`), formatFacts(where, paint), ...granted].join("\n")
}
