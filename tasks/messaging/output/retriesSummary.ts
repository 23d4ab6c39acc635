import { retryFields } from "./retrySummary.js"
import { type SafeFile, safeFileLine } from "./wiring.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import type { ExecutedBefore, PreparedRetry } from "#src/messaging/retrying/prepareRetry.js"
import type { RetryMessageReturnType } from "#src/messaging/retrying/retryMessage.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import type { Found } from "#src/plugin/run/runTask.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { gasText } from "#src/terminal/gasText.js"
import { paint } from "#src/terminal/paint.js"
import { type Fact, facts, type Report, table } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

/** A message that has not arrived, between which chains, and why. */
export type FailedMessage = {
  readonly message: OutboundMessage
  readonly from: ChainEntry
  readonly to: ChainEntry
  readonly explanation: Pick<Explanation, "causes" | "items">
}

/** One of several messages that are executed again, and what became of it. */
export type RetryOfMany = FailedMessage & {
  /** Who pays. */
  readonly account?: string
  readonly native?: NativeCurrency
  readonly state?: ExecutedBefore | PreparedRetry | RetryMessageReturnType
  /** Why it was not executed. */
  readonly error?: PlugsError
}

/** Messages that are listed: the question stays on one screen. */
const maxShown = 15

/** Messages before they are executed, with what each costs at most, or why it cannot be, and what all cost on each chain. */
export function retriesPlan(retries: readonly RetryOfMany[], cause: string): Report {
  const left = retries.length - maxShown
  const totals = [...Map.groupBy(retries, ({ to }) => to.name)].flatMap(([chain, group]): readonly Fact[] => {
    const { native, account = "" } = group.find((retry) => retry.native !== undefined) ?? {}
    if (native === undefined) return []
    const cost = gasText({ cost: group.reduce((sum, retry) => sum + costOf(retry), 0n), native })
    return [
      [`account on ${chain}`, account],
      ["in all", cost],
    ]
  })
  return [
    `${retries.length === 1 ? "One message has" : `${retries.length} messages have`} not arrived: ${cause}.`,
    table(retries.slice(0, maxShown), {
      message: ({ message }) => shortenHex(message.messageId),
      route: ({ from, to }) => `${from.name} → ${to.name}`,
      cost: sayCost,
    }),
    left > 0 && `and ${left} more`,
    facts(totals),
  ]
}

function costOf({ state }: RetryOfMany): bigint {
  return state?.status === "prepared" ? state.gas.cost + state.value : 0n
}

function sayCost(retry: RetryOfMany): string {
  const { state, native, error } = retry
  if (error !== undefined) return error.shortMessage
  return state?.status === "prepared" && native !== undefined
    ? gasText({ cost: costOf(retry), native })
    : "it was executed already"
}

/** What became of each message. */
export function retriesFound(
  retries: readonly RetryOfMany[],
  cause: string,
  safeFiles?: readonly SafeFile[],
): Pick<Found, "document" | "report" | "notes"> {
  const messages = retries.map(({ message, from, to, account = null, state, error = null }) => ({
    ...{ messageId: message.messageId, from, to, account, ...retryFields(state), error },
  }))
  return {
    document: { cause, messages, safeFiles },
    report: () => [
      retries.length === 0 && `No message of the project's plugs was found that has not arrived for ${cause}.`,
      retries.map(
        ({ message, to, state, error }) =>
          error === undefined &&
          state?.status === "executed" &&
          paint.green(`Executed ${message.messageId} on ${to.name}.`),
      ),
      (safeFiles ?? []).map(safeFileLine),
    ],
    notes: retries.map(({ message, to, error }) =>
      error === undefined ? [] : paint.red(`${message.messageId} on ${to.name}: ${error.message}`).split("\n"),
    ),
  }
}
