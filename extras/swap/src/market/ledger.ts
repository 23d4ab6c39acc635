import type { Address, Hex } from "viem"

import {
  addRouteFact,
  isUsable,
  type RouteFact,
  type RouteFacts,
  type RouteIndex,
  type RouteRecord,
  routeStatus,
} from "./facts.js"
import type { MarketQuote, Order, Quotes } from "./quoting/quotes.js"
import { type Head, type LogLedger, rememberEntries } from "#src/devnet/chain/followLogs.js"
import type { Job } from "#src/devnet/relay/Worker.js"
import type { MarketStage } from "#src/devnet/stages.js"
import type { Clock } from "#src/primitives/clock.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

export type MarketJob = Job<RouteAction & { readonly quoteId: Hex }>

/** All that is known about the market's routes. It outlives the relay's workers. Statuses are derived, never stored. */
export type MarketLedger = LogLedger<RouteFact> & {
  /** @param isLate whether it is too late for the origin to mine the route's transaction */
  route(quoteId: Hex, isLate: boolean): RouteRecord | undefined
  /** The quote that a transaction started, or would have if it had not reverted. Routes that are paid by a deposit have none. */
  quoteOfTx(txHash: Hex): Hex | undefined
  /** The jobs of a stage on a chain, due or not. */
  jobs(stage: MarketStage, chainSlug: number): readonly MarketJob[]
  /** Whether a job has still to be done, and was not postponed since it was read. */
  isOpen(job: MarketJob): boolean
  postpone(job: MarketJob, until: number): void
  /** Remembers when jobs were first seen, and until when they are postponed. Returns a function that goes back to it. */
  remember(): () => void
  /** What routes took in on a chain, by input token, in smallest units. */
  volumes(chainSlug: number): ReadonlyMap<string, bigint>
  /** Calls the listener with each route of which a chain says something new. */
  onRoute(listener: (quoteId: Hex) => void): () => void
  /** Calls the listener whenever anything changes, a chain's newest block included. */
  onChange(listener: () => void): () => void
}

export function createMarketLedger({ clock, quotes }: { clock: Pick<Clock, "now">; quotes: Quotes }): MarketLedger {
  const indexes = new Map<number, RouteIndex>()
  const chainTimes = new Map<number, { timestamp: number; at: number }>()
  const quotesOfTx = new Map<Hex, Hex>()
  const actions = new Map<Hex, readonly RouteAction[]>()
  const firstSeen = new Map<string, number>()
  const postponedUntil = new Map<string, number>()
  const routes = createListeners<[quoteId: Hex]>()
  const changes = createListeners()

  const indexOf = (chainSlug: number): RouteIndex => getOrAdd(indexes, chainSlug, () => new Map<Hex, RouteFacts>())

  function factsOf(quoteId: Hex): RouteFacts {
    return Object.assign({}, ...[...indexes.values()].map((index) => index.get(quoteId))) as RouteFacts
  }

  function add(chainSlug: number, facts: readonly RouteFact[]): void {
    const index = indexOf(chainSlug)
    for (const fact of facts) {
      quotes.keep(fact.quoteId)
      addRouteFact(index, fact)
      addTx(fact.quoteId, fact)
    }
  }

  function addTx(quoteId: Hex, { started, reverted }: RouteFacts): void {
    if (started?.isSwept === false) quotesOfTx.set(started.txHash, quoteId)
    if (reverted !== undefined) quotesOfTx.set(reverted.txHash, quoteId)
  }

  function refresh(quoteIds: Iterable<Hex>): void {
    for (const quoteId of quoteIds) {
      const current = deriveJobs(quotes.get(quoteId), factsOf(quoteId))
      const ids = current.map((action) => jobId(quoteId, action))
      for (const action of actions.get(quoteId) ?? []) {
        const id = jobId(quoteId, action)
        if (!ids.includes(id)) for (const times of [firstSeen, postponedUntil]) times.delete(id)
      }
      for (const id of ids) if (!firstSeen.has(id)) firstSeen.set(id, clock.now())
      if (current.length === 0) actions.delete(quoteId)
      else actions.set(quoteId, current)
      routes.notify(quoteId)
    }
  }

  function setHead(chainSlug: number, { timestamp }: Head): void {
    chainTimes.set(chainSlug, { timestamp, at: clock.now() })
    changes.notify()
  }

  /** Estimates the clock time at which a chain's own time will be at `seconds`. */
  function clockTimeOf(chainSlug: number, seconds: number): number {
    const time = chainTimes.get(chainSlug)
    return time === undefined || seconds === 0 ? 0 : time.at + (seconds - time.timestamp) * 1000
  }

  function jobFor(quoteId: Hex, action: RouteAction): MarketJob {
    const id = jobId(quoteId, action)
    const readyAt = clockTimeOf(action.chainSlug, action.notBefore)
    const restsUntil = postponedUntil.get(id) ?? 0
    return { id, subject: { ...action, quoteId }, since: firstSeen.get(id) ?? 0, readyAt, restsUntil }
  }

  return {
    record(chainSlug, facts, head) {
      add(chainSlug, facts)
      refresh(new Set(facts.map(({ quoteId }) => quoteId)))
      setHead(chainSlug, head)
    },
    replace(chainSlug, facts, head) {
      const affected = [...indexOf(chainSlug).keys()]
      indexes.set(chainSlug, new Map<Hex, RouteFacts>())
      quotesOfTx.clear()
      add(chainSlug, facts)
      for (const index of indexes.values()) for (const [quoteId, known] of index) addTx(quoteId, known)
      refresh(new Set([...affected, ...facts.map(({ quoteId }) => quoteId)]))
      setHead(chainSlug, head)
    },
    route(quoteId, isLate) {
      const quote = quotes.get(quoteId)
      if (quote === undefined) return undefined
      const facts = factsOf(quoteId)
      return { quoteId, quote, facts, status: routeStatus(quote, facts, isLate) }
    },
    quoteOfTx: (txHash) => quotesOfTx.get(txHash),
    jobs: (stage, chainSlug) =>
      [...actions].flatMap(([quoteId, current]) =>
        current
          .filter((action) => action.stage === stage && action.chainSlug === chainSlug)
          .map((action) => jobFor(quoteId, action)),
      ),
    isOpen: ({ id, subject: { quoteId }, restsUntil }) =>
      (actions.get(quoteId) ?? []).some(
        (action) => jobId(quoteId, action) === id && (postponedUntil.get(id) ?? 0) === restsUntil,
      ),
    postpone({ id }, until) {
      postponedUntil.set(id, until)
      changes.notify()
    },
    remember: () => rememberEntries(firstSeen, postponedUntil),
    volumes(chainSlug) {
      const volumes = new Map<string, bigint>()
      for (const { started } of indexOf(chainSlug).values()) {
        if (started === undefined) continue
        volumes.set(started.inputToken, (volumes.get(started.inputToken) ?? 0n) + started.inputAmount)
      }
      return volumes
    },
    onRoute: (listener) => routes.subscribe(listener),
    onChange: (listener) => changes.subscribe(listener),
  }
}

function jobId(quoteId: Hex, action: RouteAction): string {
  return `${action.stage} ${quoteId}${action.stage === "refundDeposit" ? ` ${action.token}` : ""}`
}

type Payload = NonNullable<MarketQuote["payload"]>

type RouteAction = {
  /** Slug of the chain on which it is done. */
  readonly chainSlug: number
  /** Unix seconds on that chain, before which it cannot be done. */
  readonly notBefore: number
} & (
  | { readonly stage: "release" | "payRefund"; readonly bridge: Address }
  | { readonly stage: "claimRefund"; readonly bridge: Address; readonly srcChainSlug: number }
  | { readonly stage: "sweep"; readonly order: Order }
  | { readonly stage: "callReceiver"; readonly order: Order; readonly amount: bigint; readonly payload: Payload }
  | { readonly stage: "refundDeposit"; readonly order: Order; readonly token: Address }
)

function deriveJobs(quote: MarketQuote | undefined, facts: RouteFacts): readonly RouteAction[] {
  const { arrived, completed, refunding, refundWaiting, refundDue, refunded } = facts
  const actions: RouteAction[] = []
  if (arrived !== undefined && completed === undefined && refunding === undefined) {
    const { chainSlug, bridge, srcChainSlug, payableAt } = arrived
    // A route that could be neither delivered nor sent back waits until someone pays for the message back.
    if (refundWaiting === undefined) actions.push({ stage: "release", chainSlug, notBefore: payableAt, bridge })
    else actions.push({ stage: "claimRefund", chainSlug, notBefore: 0, bridge, srcChainSlug })
  }
  if (refundDue !== undefined && refunded === undefined) {
    actions.push({ stage: "payRefund", chainSlug: refundDue.chainSlug, notBefore: 0, bridge: refundDue.bridge })
  }
  if (completed !== undefined && quote?.payload !== undefined && facts.payloadExecuted === undefined) {
    const { destination, order, payload } = quote
    const place = { chainSlug: destination.slug, notBefore: 0 }
    actions.push({ stage: "callReceiver", ...place, order, amount: completed.amount, payload })
  }
  return quote === undefined ? actions : [...actions, ...actionsForDeposit(quote, facts)]
}

/** A deposit that its order can use is swept until the deadline. Everything else at a deposit address goes back. */
function actionsForDeposit(quote: MarketQuote, facts: RouteFacts): readonly RouteAction[] {
  const { origin, order } = quote
  const { deposited = [], started } = facts
  const isAwaited = started === undefined && isUsable(quote, facts)
  const { slug: chainSlug } = origin
  return deposited.flatMap(({ token }): RouteAction[] => {
    const refund = { stage: "refundDeposit", chainSlug, order, token } as const
    if (!isAwaited || token !== order.inputToken) return [{ ...refund, notBefore: 0 }]
    return [
      { stage: "sweep", chainSlug, order, notBefore: 0 },
      { ...refund, notBefore: Number(order.deadline) + 1 },
    ]
  })
}
