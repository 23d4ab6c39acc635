import type { KnownMessage } from "../store/WatchStore.js"
import type { Alert, AlertKind, RaisedAlert } from "./Alert.js"
import { formatDuration } from "#src/primitives/duration.js"

export type ExplainedMessage = {
  readonly verdict: "delivered" | "waiting" | "stuck" | "failed" | "unknown"
  readonly cause?: { readonly name: string; readonly says: string; readonly next?: string | undefined } | undefined
}

export type LateMessagesOptions = {
  /** Seconds within which messages of a chain are delivered. */
  readonly lateAfter: (srcChainSlug: number) => number
  /** Finds out why a message is late; `undefined` if that cannot be found out now. */
  readonly explain: (message: KnownMessage) => Promise<ExplainedMessage | undefined>
  /** Reads what the socket asks for such a message now, in wei; `undefined` if it does not say. */
  readonly readMinFee: (message: KnownMessage) => Promise<bigint | undefined>
  /** What a chain is called. */
  readonly chainName: (slug: number) => string
}

export const lateScope = "late:"
export const feeScope = "fee:"

/** How many messages are explained in one look, because each takes a dozen requests. Of those that come later it is told later. */
const maxExplained = 8

/** Looks which messages are late, and why. What was found out is remembered, and found out again after twice the time. */
export function createLateFinder({ lateAfter, explain, readMinFee, chainName }: LateMessagesOptions) {
  /** When to explain a message again, in seconds of its age, and what was found out. */
  const known = new Map<string, { again: number; found: Alert | undefined; fee: Alert | undefined }>()

  async function examine(message: KnownMessage, age: number): Promise<void> {
    const [explained, minFee] = await Promise.all([explain(message), readMinFee(message)])
    const { verdict, cause } = explained ?? { verdict: "unknown", cause: undefined }
    const kind: AlertKind = verdict === "failed" || verdict === "stuck" ? verdict : "late"
    // An optimistic path takes as long as its timeout.
    const isDue = cause?.name !== "optimistic-timeout" && verdict !== "delivered"
    const { id: messageId, src: srcChainSlug, dst: dstChainSlug, tx: outboundTx } = message
    const about = { messageId, srcChainSlug, dstChainSlug, outboundTx }
    const says = [sayLate(message, age), cause?.says].filter((part) => part !== undefined).join(" ")
    const found: Alert | undefined = isDue ? { kind, says, ...about, cause: cause?.name, next: cause?.next } : undefined
    const isUnderpaid = minFee !== undefined && minFee > message.fee
    const asked = `${route(message)}: ${message.fee} wei were paid, and the socket asks for ${String(minFee)} wei now.`
    const fee: Alert | undefined = isUnderpaid ? { kind: "underpaid", says: asked, ...about } : undefined
    known.set(message.id, { again: age * 2, found, fee })
  }

  const route = ({ src, dst }: KnownMessage): string => `${chainName(src)} → ${chainName(dst)}`
  const sayLate = (message: KnownMessage, age: number): string =>
    `${route(message)}: ${message.status} ${formatDuration(age * 1_000)} after it was sent.`

  /**
   * @param messages those that are not delivered
   * @param raised the alerts of them that last
   * @param now seconds since 1970
   */
  return async (
    messages: readonly KnownMessage[],
    raised: ReadonlyMap<string, RaisedAlert>,
    now: number,
  ): Promise<ReadonlyMap<string, Alert>> => {
    const late = messages.filter(({ src, at }) => now - at > lateAfter(src))
    const due = late.filter(({ id, at }) => now - at >= (known.get(id)?.again ?? 0))
    // Those of which nothing is told yet come first.
    const next = [...due.filter(({ id }) => !raised.has(`${lateScope}${id}`)), ...due].slice(0, maxExplained)
    await Promise.all([...new Set(next)].map((message) => examine(message, now - message.at)))
    const current = new Set<string>(messages.map(({ id }) => id))
    for (const id of known.keys()) if (!current.has(id)) known.delete(id)
    const alerts = new Map<string, Alert>()
    for (const { id } of late) {
      const examined = known.get(id)
      for (const [alertId, found] of [
        [`${lateScope}${id}`, examined?.found],
        [`${feeScope}${id}`, examined?.fee],
      ] as const) {
        const alert = found ?? raised.get(alertId)
        if (alert !== undefined) alerts.set(alertId, alert)
      }
    }
    return alerts
  }
}
