import type { Hex } from "viem"

import type { PayloadStatus } from "../../../gateway/states.js"
import type { Clock } from "../../../primitives/clock.js"
import type { Head } from "../../chain/followLogs.js"
import { createGatewayViews } from "./gatewayViews.js"
import { createJobs, type Jobs } from "./jobs.js"
import { addGatewayFact, createGatewayIndex, type GatewayFact, type GatewayIndex } from "./facts.js"
import { createPayloads } from "./payloads.js"
import { isTakenBack, type PayloadNote } from "./derivePayload.js"
import type { GatewayViews, PayloadRecord } from "./records.js"

/**
 * All that is known of what the gateway was asked for. It outlives the relay, so a relay that was stopped finds its work here
 * again. No status is stored: each follows from the facts of the chains and the actors' notes.
 */
export type GatewayLedger = GatewayViews & {
  /** Adds what one chain's logs told up to its newest block. */
  record(chainSlug: number, facts: readonly GatewayFact[], head: Head): void
  /** Puts what one chain tells now in place of all it told before, because its history changed. */
  replace(chainSlug: number, facts: readonly GatewayFact[], head: Head): void
  /** Adds to what the actors know of a payload. */
  note(payloadId: Hex, note: Partial<PayloadNote>): void
  payload(payloadId: Hex): PayloadRecord | undefined
  inStatus(status: PayloadStatus): Iterable<PayloadRecord>
  /** Whether everything before a payload is resolved, so that it can be taken up. */
  isReady(payload: PayloadRecord): boolean
  /** Whether a cancellation took a payload back, which is then never taken up. */
  isTakenBack(payload: PayloadRecord): boolean
  /** Whether the gateway chain knows that a payload is no longer tried. */
  isMarkedReverted(payloadId: Hex): boolean
  /** What is to be done once and is not yet: timeouts, triggers, deposits. */
  readonly errands: Jobs
  /** Calls the listener at every change of a payload's status, and when what it reverts with is another thing or is given up. */
  subscribe(listener: (record: PayloadRecord) => void): () => void
  /** Calls the listener when anything has changed, a chain's newest block included. */
  onChange(listener: () => void): () => void
}

/**
 * Opens the gateway's ledger: `observeGatewayChain` and `observeServedChain` write it, `createGatewayCrew` works through it
 * (give `gatewayBooks(ledger)` to `createRelay`), and as `GatewayBooks` it answers the API.
 *
 * @param slug of the gateway chain
 */
export function createGatewayLedger({ clock, slug }: { clock: Pick<Clock, "now">; slug: number }): GatewayLedger {
  const pages = new Map<number, GatewayIndex>()
  const home = () => pageOf(slug)
  const payloads = createPayloads({ clock, home, pageOf })
  const errands = createJobs({ clock, onChange: tellAll })
  const listeners = new Set<() => void>()

  function pageOf(chainSlug: number): GatewayIndex {
    let page = pages.get(chainSlug)
    if (page === undefined) pages.set(chainSlug, (page = createGatewayIndex()))
    return page
  }

  function tellAll(): void {
    for (const listener of listeners) listener()
  }

  return {
    ...createGatewayViews({ home, payload: payloads.get, errands }),
    record(chainSlug, facts, head) {
      const page = pageOf(chainSlug)
      for (const fact of facts) addGatewayFact(page, fact)
      if (chainSlug === slug) errands.setTime(head.timestamp)
      errands.learn(facts)
      payloads.learn(facts)
      tellAll()
    },
    replace(chainSlug, facts, head) {
      const page = createGatewayIndex()
      pages.set(chainSlug, page)
      for (const fact of facts) addGatewayFact(page, fact)
      if (chainSlug === slug) errands.setTime(head.timestamp)
      errands.relearn(home(), pages.values())
      payloads.relearn()
      tellAll()
    },
    note(payloadId, note) {
      payloads.note(payloadId, note)
      tellAll()
    },
    payload: payloads.get,
    inStatus: payloads.inStatus,
    isReady: payloads.isReady,
    isTakenBack: (payload) => isTakenBack(payload, home()),
    isMarkedReverted: (payloadId) => home().markedReverted.has(payloadId),
    errands,
    subscribe: payloads.subscribe,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
