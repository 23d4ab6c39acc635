import { devnetBanner, type DevnetFacts } from "./devnetBanner.js"
import { toJson } from "./json.js"
import { messageLine } from "./messageLine.js"
import type { Printer } from "./terminal.js"

/** One change of one message, as a devnet reports it. */
export type MessageReport = {
  readonly messageId: string
  readonly status: string
  /** Clock time at which the status was reached. */
  readonly at: number
  readonly srcChainSlug: number
  readonly dstChainSlug: number
  readonly executionTxHash: string | null
  /** Why `inbound` reverts, while it does. */
  readonly revert?: { readonly attempts: number; readonly reason: string }
}

export type DevnetReport = {
  readonly ready: () => void
  readonly message: (report: MessageReport) => void
  readonly stopped: () => void
}

/** Tells what a devnet does: to a person, or as one JSON line an event. */
export function reportDevnet({
  out,
  json,
  facts,
}: {
  readonly out: Printer
  readonly json: boolean
  readonly facts: DevnetFacts
}): DevnetReport {
  if (json) {
    const emit = (event: string, what: object): void => {
      out.line(toJson({ event, ...what }))
    }
    return {
      ready: () => {
        emit("ready", facts)
      },
      message: (report) => {
        emit("message", report)
      },
      stopped: () => {
        emit("stopped", {})
      },
    }
  }
  const names = new Map(facts.chains.map(({ slug, name }) => [slug, name]))
  const nameOf = (slug: number): string => names.get(slug) ?? String(slug)
  return {
    ready: () => {
      out.line(`${devnetBanner(facts, out.paint)}\n`)
    },
    message: ({ messageId, status, at, srcChainSlug, dstChainSlug, executionTxHash, revert }) => {
      const detail =
        revert !== undefined
          ? `try ${revert.attempts}: ${revert.reason}`
          : executionTxHash === null
            ? undefined
            : `executed in ${executionTxHash}`
      const route = { from: nameOf(srcChainSlug), to: nameOf(dstChainSlug) }
      out.line(messageLine({ at, messageId, ...route, state: status, detail, paint: out.paint }))
    },
    stopped: () => {
      out.line("\nThe devnet is stopped.")
    },
  }
}
