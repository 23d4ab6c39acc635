import type { Hex } from "viem"

import type { Clock } from "../../../primitives/clock.js"
import type { Head } from "../../chain/followLogs.js"
import type { MarketStage } from "../stages.js"
import { type Errand, deriveJobs } from "./deriveJobs.js"
import { addRouteFact, type RouteFact, type RouteFacts, type RouteIndex } from "./facts.js"
import type { Quotes } from "../quoting/quotes.js"
import { type RouteRecord, routeStatus } from "./routeStatus.js"

/** Something that a keeper can do for a route, and how trying it goes. */
export type MarketJob = Errand & {
  readonly id: string
  readonly quoteId: Hex
  /** Clock time at which it was first heard of. */
  readonly since: number
  /** Clock time before which it is not due. */
  readonly readyAt: number
}

/**
 * All that is known of the market's routes. It outlives the relay, so a keeper that was stopped finds its work here again. No status
 * is stored: each follows from the facts of all chains, and the time.
 */
export type MarketLedger = {
  /** Adds what one chain's logs told up to its newest block. */
  record(chainSlug: number, facts: readonly RouteFact[], head: Head): void
  /** Puts what one chain tells now in place of all it told before, because its history changed. */
  replace(chainSlug: number, facts: readonly RouteFact[], head: Head): void
  /** @param isLate whether the origin can no longer mine anything in time */
  route(quoteId: Hex, isLate: boolean): RouteRecord | undefined
  /** The route that a transaction started, or should have. One that was paid by a deposit is not found by a transaction. */
  quoteOfTx(txHash: Hex): Hex | undefined
  /** What is to be done on a chain, due or not. */
  chores(stage: MarketStage, chainSlug: number): readonly MarketJob[]
  /** Whether a chore is still to be done, and was not put off since. */
  isOpen(chore: MarketJob): boolean
  /** Puts a chore off, because it can't be done at the moment. */
  putOff(chore: MarketJob, until: number): void
  /** What routes took in on a chain, by input token, in smallest units. */
  volumes(chainSlug: number): ReadonlyMap<string, bigint>
  /** Calls the listener when anything has changed, a chain's newest block included. */
  onChange(listener: () => void): () => void
}

export function createMarketLedger({ clock, quotes }: { clock: Pick<Clock, "now">; quotes: Quotes }): MarketLedger {
  const pages = new Map<number, RouteIndex>()
  const chainTimes = new Map<number, { timestamp: number; at: number }>()
  const quotesOfTx = new Map<Hex, Hex>()
  /** The routes that a keeper may have something to do for. */
  const unfinished = new Map<Hex, readonly Errand[]>()
  const firstHeard = new Map<string, number>()
  const notBefore = new Map<string, number>()
  const listeners = new Set<() => void>()

  function pageOf(chainSlug: number): RouteIndex {
    let page = pages.get(chainSlug)
    if (page === undefined) pages.set(chainSlug, (page = new Map<Hex, RouteFacts>()))
    return page
  }

  function factsOf(quoteId: Hex): RouteFacts {
    return Object.assign({}, ...[...pages.values()].map((page) => page.get(quoteId) ?? {})) as RouteFacts
  }

  function take(chainSlug: number, facts: readonly RouteFact[]): void {
    const page = pageOf(chainSlug)
    for (const fact of facts) {
      quotes.keep(fact.quoteId)
      addRouteFact(page, fact)
      indexTx(fact.quoteId, fact)
    }
  }

  function indexTx(quoteId: Hex, { started, reverted }: RouteFacts): void {
    if (started?.isSwept === false) quotesOfTx.set(started.txHash, quoteId)
    if (reverted !== undefined) quotesOfTx.set(reverted.txHash, quoteId)
  }

  function refresh(quoteIds: Iterable<Hex>): void {
    for (const quoteId of quoteIds) {
      const errands = deriveJobs(quotes.get(quoteId), factsOf(quoteId))
      const ids = errands.map((errand) => choreId(quoteId, errand))
      for (const errand of unfinished.get(quoteId) ?? []) {
        const id = choreId(quoteId, errand)
        if (!ids.includes(id)) for (const times of [firstHeard, notBefore]) times.delete(id)
      }
      for (const id of ids) if (!firstHeard.has(id)) firstHeard.set(id, clock.now())
      if (errands.length === 0) unfinished.delete(quoteId)
      else unfinished.set(quoteId, errands)
    }
  }

  function tell({ timestamp }: Head, chainSlug: number): void {
    chainTimes.set(chainSlug, { timestamp, at: clock.now() })
    for (const listener of listeners) listener()
  }

  /** The chain's own time comes to its moment when the clock has gone on for as long. */
  function clockTimeOf(chainSlug: number, seconds: number): number {
    const time = chainTimes.get(chainSlug)
    return time === undefined || seconds === 0 ? 0 : time.at + (seconds - time.timestamp) * 1000
  }

  function choreOf(quoteId: Hex, errand: Errand): MarketJob {
    const id = choreId(quoteId, errand)
    const readyAt = Math.max(clockTimeOf(errand.chainSlug, errand.notBefore), notBefore.get(id) ?? 0)
    return { ...errand, id, quoteId, since: firstHeard.get(id) ?? 0, readyAt }
  }

  return {
    record(chainSlug, facts, head) {
      take(chainSlug, facts)
      refresh(new Set(facts.map(({ quoteId }) => quoteId)))
      tell(head, chainSlug)
    },
    replace(chainSlug, facts, head) {
      const told = [...pageOf(chainSlug).keys()]
      pages.set(chainSlug, new Map<Hex, RouteFacts>())
      quotesOfTx.clear()
      take(chainSlug, facts)
      for (const page of pages.values()) for (const [quoteId, known] of page) indexTx(quoteId, known)
      refresh(new Set([...told, ...facts.map(({ quoteId }) => quoteId)]))
      tell(head, chainSlug)
    },
    route(quoteId, isLate) {
      const quote = quotes.get(quoteId)
      if (quote === undefined) return undefined
      const facts = factsOf(quoteId)
      return { quoteId, quote, facts, status: routeStatus(quote, facts, isLate) }
    },
    quoteOfTx: (txHash) => quotesOfTx.get(txHash),
    chores: (stage, chainSlug) =>
      [...unfinished].flatMap(([quoteId, errands]) =>
        errands
          .filter((errand) => errand.stage === stage && errand.chainSlug === chainSlug)
          .map((errand) => choreOf(quoteId, errand)),
      ),
    isOpen: ({ id, quoteId, readyAt }) =>
      (unfinished.get(quoteId) ?? []).some(
        (errand) => choreId(quoteId, errand) === id && choreOf(quoteId, errand).readyAt === readyAt,
      ),
    putOff({ id }, until) {
      notBefore.set(id, until)
      for (const listener of listeners) listener()
    },
    volumes(chainSlug) {
      const volumes = new Map<string, bigint>()
      for (const { started } of pageOf(chainSlug).values()) {
        if (started === undefined) continue
        volumes.set(started.inputToken, (volumes.get(started.inputToken) ?? 0n) + started.inputAmount)
      }
      return volumes
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function choreId(quoteId: Hex, errand: Errand): string {
  return `${errand.stage} ${quoteId}${errand.stage === "refundDeposit" ? ` ${errand.token}` : ""}`
}
