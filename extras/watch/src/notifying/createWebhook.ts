import { createHmac, hash } from "node:crypto"

import type { StoredEvent } from "../store/WatchStore.js"
import type { Listener } from "./createAlertQueue.js"
import { RequestError } from "#src/http/errors.js"
import { isTransient } from "#src/http/polling/poll.js"
import { createTransport } from "#src/http/transport.js"
import type { Clock } from "#src/primitives/clock.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { exactJson } from "#src/primitives/text.js"

export type WebhookOptions = {
  /** An https URL, or http on this machine. Its path can be a secret, so no error has it. */
  readonly url: string
  /** What the posts are signed with. Default: they are not signed. */
  readonly secret?: string | undefined
  /** What is posted: the event itself, or a text for Slack. Default: the event. */
  readonly shape?: "event" | "slack" | undefined
  readonly clock: Clock
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** The webhook did not take an alert. */
export class WebhookFailedError extends PlugsError {
  readonly code = "WEBHOOK_FAILED"
  /** Whether it may take it later. */
  readonly isTemporary: boolean

  constructor(origin: string, { shortMessage, code, facts }: PlugsError, isTemporary: boolean) {
    super("The webhook did not take an alert.", {
      facts: { origin, reason: shortMessage, code, status: facts["status"] },
      next: isTemporary
        ? "It is posted again."
        : "It is not posted again. Check plugs.watch.webhook in the configuration.",
    })
    this.isTemporary = isTemporary
  }
}

/**
 * Posts alerts and their ends. A post has the number of its event in `x-plugs-sequence`, and in `idempotency-key` what tells a repeat; with a secret, `x-plugs-signature` is `sha256=` and
 * the HMAC of `x-plugs-timestamp`, a full stop, the number, a full stop, and the body.
 */
export function createWebhook({ url, secret, shape = "event", clock, fetch }: WebhookOptions): Listener {
  const transport = createTransport({ baseUrl: url, clock, fetch })
  return {
    name: "webhook",
    wants: isAlert,
    isTemporary: (error) => error instanceof WebhookFailedError && error.isTemporary,
    async tell(event, signal) {
      const body = exactJson(
        shape === "slack" ? { text: slackText(event) } : { sequence: event.sequence, ...event.fields },
      )
      const [timestamp, sequence] = [String(clock.now()), String(event.sequence)]
      const signed = secret && createHmac("sha256", secret).update(`${timestamp}.${sequence}.${body}`).digest("hex")
      const headers = {
        "idempotency-key": keyOf(event),
        "x-plugs-sequence": sequence,
        "x-plugs-timestamp": timestamp,
        ...(signed === undefined ? {} : { "x-plugs-signature": `sha256=${signed}` }),
      }
      try {
        await transport.post({ body, headers, signal })
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        throw new WebhookFailedError(transport.origin, error, isTransient(error))
      }
    },
  }
}

/** The same for an alert or an end, however often and by whomever it is told. */
function keyOf({ fields: { event, alert, at } }: StoredEvent): string {
  return hash("sha256", JSON.stringify([event, alert, at])).slice(0, 32)
}

export function isAlert({ event }: StoredEvent["fields"]): boolean {
  return event === "alert" || event === "over"
}

/** Text from a chain must not become a link or a mention. */
function slackText({ fields: { event, kind, says, next } }: StoredEvent): string {
  const escape = (text: unknown): string =>
    String(text).replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign)
  const title = event === "over" ? `Over: ${escape(kind)}` : `*${escape(kind)}*`
  return [`${title}  ${escape(says)}`, ...(next === undefined ? [] : [escape(next)])].join("\n")
}
