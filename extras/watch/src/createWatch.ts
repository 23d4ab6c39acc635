import type { Abi } from "viem"
import { size } from "viem/utils"

import { type Alert, isMoreSevere, type RaisedAlert } from "./alerts/Alert.js"
import { createLateFinder, feeScope, type LateMessagesOptions, lateScope } from "./alerts/findLateMessages.js"
import { type ChainProgress, followChain, type FollowedChain } from "./followChain.js"
import { leaveToNextLook } from "./leaveToNextLook.js"
import { heldScope, readOutcomes } from "./readOutcomes.js"
import { createStateReader, type UnreadStates } from "./readStates.js"
import { checkInvariants, invariantScope, type WatchInvariant } from "./reconciling/invariants.js"
import { findWrong, inboundScope, reconcile } from "./reconciling/reconcile.js"
import { type IsWatched, watchedAmong } from "./scanChain.js"
import type { KnownMessage, WatchStore } from "./store/WatchStore.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { getMinFees } from "#src/messaging/onchain/getMinFees.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { type Clock, latestTime } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import { vanished } from "#src/tracking/tracker.js"

export type WatchOptions = Pick<LateMessagesOptions, "lateAfter" | "explain"> & {
  /** Those that are open. */
  readonly chains: readonly FollowedChain[]
  /** Adds to them what is not open yet, at each look. Default: all are. */
  readonly opening?: ChainOpening | undefined
  readonly store: WatchStore
  readonly finality: Finality
  readonly clock: Clock
  /** Milliseconds after which a chain that is still being read is left to the next look. Default: it is waited for. */
  readonly patience?: number | undefined
  /** Milliseconds after which what could not be verified is an alert. Default: {@link unverifiedAfter}. */
  readonly unverifiedAfter?: number | undefined
  /** Of the project's contracts: by them it is seen that one has kept back what was delivered. Default: nobody looks. */
  readonly abis?: readonly Abi[] | undefined
  /** Holds what was delivered against what was sent, and checks these sums. Default: neither. */
  readonly reconciled?: { readonly invariants: Readonly<Record<string, WatchInvariant>> } | undefined
}

export type ChainOpening = {
  /** Also of chains that are not open. */
  readonly isWatched: IsWatched
  /** Opens chains that have not answered yet. Returns those that still have not. */
  open(): Promise<readonly ChainProgress[]>
}

/** Milliseconds after which what could not be read or verified is an alert of its own. */
export const unverifiedAfter: number = 5 * 60_000

/** What one look at all chains came to. */
export type WatchRound = {
  readonly chains: readonly ChainProgress[]
  /** What could not be found out, a sentence each. */
  readonly problems: readonly string[]
}

export type Watch = {
  /** Reads what is new on all chains, and tells what changes and what is wrong. */
  round(signal?: AbortSignal): Promise<WatchRound>
}

const unreadScope = "unread:"
const noneAnswers = "No chain has answered yet, so that nothing is watched. They are asked again at each look."

/** Watches messages of several chains. All that it knows and tells is in the store. */
export function createWatch(options: WatchOptions): Watch {
  const { chains, opening, store, finality, clock, reconciled, patience = Number.POSITIVE_INFINITY } = options
  const { unverifiedAfter: wait = unverifiedAfter, lateAfter, abis } = options
  const leave = leaveToNextLook(patience, clock)
  const isWatched = opening?.isWatched ?? watchedAmong(chains)
  // Sums are read in the block up to which a chain is read, and nodes forget the state of older ones.
  const isFrugal = Object.keys(reconciled?.invariants ?? {}).length === 0
  const following = { store, isWatched, finality, clock, isFrugal }
  const readerOf = memoize((chain: FollowedChain) => followChain(chain, following), new WeakMap())
  let unopened: readonly ChainProgress[] = []
  let names: ReadonlyMap<number, string> = new Map()
  const isOpen = (slug: number): boolean => unopened.every((chain) => chain.slug !== slug)
  const chainName = (slug: number): string => names.get(slug) ?? `chain ${slug}`
  const readMinFee = async ({ src, srcPlug: plug, dst, details }: KnownMessage): Promise<bigint | undefined> => {
    const chain = chains.find(({ slug }) => slug === src)
    const { minMsgGasLimit, executionParams, payload } = details
    const priced = { plug, dstChainSlug: dst, minMsgGasLimit, executionParams, payloadSize: size(payload) }
    // A plug that is not connected any more has no fee.
    return chain && (await getMinFees(chain.client, { socket: chain.socket, ...priced }).catch(() => undefined))
  }
  const findLate = createLateFinder({ ...options, readMinFee, chainName })
  const readStates = createStateReader({ store, chains, clock })

  async function progressOf(chain: FollowedChain, signal: AbortSignal | undefined): Promise<ChainProgress> {
    const { slug, name } = chain
    const progress = await leave(`chain ${slug}`, () => readerOf(chain)(signal), signal)
    const problem = new NodeFailedError({ functionName: "eth_getLogs", chain: name }, "it is still being read")
    return progress?.done ?? { slug, name, block: undefined, problem }
  }

  async function update(scope: string, found: ReadonlyMap<string, Alert>): Promise<void> {
    await updateAlerts(store, { scope, found, sayEnd, now: clock.now() })
  }

  async function sayEnd(alert: RaisedAlert): Promise<string> {
    const { kind, messageId, srcChainSlug, dstChainSlug, says, release } = alert
    const isOfMessage = messageId !== undefined && srcChainSlug !== undefined && dstChainSlug !== undefined
    if (!isOfMessage) return `${kind === "unverified" ? "It is checked again" : "It holds again"}: ${says}`
    const path = `${chainName(srcChainSlug)} → ${chainName(dstChainSlug)}`
    if (kind === "held") {
      const isThere = (await store.marksOf({ id: messageId, packed: messageId })).some(
        (mark) => mark.kind === "executed",
      )
      if (!isThere) return `${path}: a reorg has taken back its delivery.`
      return `${path}: it is not ${release === undefined ? "watched" : "held"} any more.`
    }
    const message = await store.message(messageId)
    if (message === undefined) return `${path}: it is not watched any more.`
    if (message.status === vanished) return `${path}: a reorg has taken it back.`
    if (!["late", "stuck", "failed", "underpaid"].includes(kind)) return `${path}: it is as it was sent.`
    if (message.status !== "EXECUTION_SUCCESS") return `${path}: it is on its way again.`
    return `${path}: arrived after ${formatDuration((message.since - message.at) * 1_000)}.`
  }

  async function updateLate(silent: ReadonlySet<number>): Promise<void> {
    const messages = await store.inFlight()
    // What a chain does not tell now is not late. Of one that is not watched there is an alert of its own.
    const isUntold = ({ src, dst }: KnownMessage): boolean => silent.has(dst) || !isOpen(src)
    const told = messages.filter((message) => names.has(message.dst) && !isUntold(message))
    const untold = new Set(messages.filter(isUntold).map(({ id }) => id))
    const raised = new Map([...(await store.alerts(lateScope)), ...(await store.alerts(feeScope))])
    const found = await findLate(told, raised, Math.floor(latestTime(clock) / 1_000))
    const kept = [...raised].filter(([, { messageId }]) => messageId !== undefined && untold.has(messageId))
    for (const scope of [lateScope, feeScope]) {
      await update(scope, new Map([...found, ...kept].filter(([id]) => id.startsWith(scope))))
    }
  }

  async function updateHeld(signal?: AbortSignal): Promise<void> {
    if (abis === undefined) return
    await readOutcomes({ store, chains, abis, chainName, clock, leave, signal })
    await update(heldScope, await store.held())
  }

  /** Returns why sums could not be worked out, by their names. */
  async function updateReconciled(
    progress: readonly ChainProgress[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    if (reconciled === undefined) return new Map()
    await reconcile({ store, chains, clock, leave, signal })
    await update(inboundScope, withFinality(await findWrong(store, clock.now() - wait)))
    const [inFlight, unmatched] = await Promise.all([store.inFlight(), store.unmatched()])
    const moment = { chains, progress, inFlight, unmatched, clock }
    const { found, failed } = await unlessAborted(checkInvariants(reconciled.invariants, moment), [signal])
    const raised = await store.alerts(invariantScope)
    // What cannot be worked out is neither broken nor mended.
    const kept = [...raised].filter(([id]) => failed.has(id))
    await update(invariantScope, new Map([...withFinality(found), ...kept]))
    return new Map([...failed].map(([id, why]) => [id.slice(invariantScope.length), why]))
  }

  /** Tells of what could not be read or judged for longer than it may. Returns all that could not be read, a sentence each. */
  async function updateUnread({ progress, unreadStates, sums }: Unread): Promise<string[]> {
    const now = clock.now()
    const unread = new Map<string, Alert>()
    const add = (id: string, says: string, ends: Pick<Alert, "srcChainSlug" | "dstChainSlug"> = {}): void =>
      void unread.set(`${unreadScope}${id}`, { kind: "unverified", says, ...ends })
    for (const { slug, name, problem } of progress) {
      if (problem !== undefined) add(String(slug), `${name} could not be read: ${problem.shortMessage}`)
    }
    for (const { slug, name, problem } of unreadStates) {
      const says = `${name} does not say whether the packets that are proposed there are allowed: ${problem.shortMessage}`
      if (!unread.has(`${unreadScope}${slug}`)) add(`states ${slug}`, says)
    }
    for (const [name, why] of sums) add(`sum ${name}`, `The invariant ${name} could not be worked out: ${why}`)
    const problems = [...unread.values()].map(({ says }) => says)
    const since = await store.unreadSince(unread.keys(), now)
    for (const id of unread.keys()) if ((since.get(id) ?? now) > now - wait) unread.delete(id)
    const unknown = abis === undefined ? [] : await store.notLookedAt(now - wait)
    for (const { src: srcChainSlug, chain: dstChainSlug, count, why } of unknown) {
      const counted = count === 1 ? "a delivery" : `${count} deliveries`
      const path = `${counted} from ${chainName(srcChainSlug)} to ${chainName(dstChainSlug)}`
      const says = `It is not known whether something is held of ${path}: ${why ?? "it waits to be read."}`
      add(`outcomes ${srcChainSlug} ${dstChainSlug}`, says, { srcChainSlug, dstChainSlug })
    }
    const waiting = reconciled === undefined ? [] : await store.unjudged(now - wait)
    for (const { src: srcChainSlug, chain: dstChainSlug, count } of waiting) {
      const says = `${count} deliveries from ${chainName(srcChainSlug)} to ${chainName(dstChainSlug)} wait to be verified.`
      add(`${srcChainSlug} ${dstChainSlug}`, says, { srcChainSlug, dstChainSlug })
    }
    for (const { src, dst, at } of await store.inFlight()) {
      const isLost = !names.has(dst) && (!isOpen(src) || latestTime(clock) / 1_000 - at > lateAfter(src))
      const says = `${chainName(dst)} is not watched, so that it is not known whether messages arrive there.`
      if (isLost) add(String(dst), says, { dstChainSlug: dst })
    }
    await update(unreadScope, unread)
    return problems
  }

  function withFinality(found: ReadonlyMap<string, Alert>): ReadonlyMap<string, Alert> {
    return new Map([...found].map(([id, alert]) => [id, { ...alert, finality }]))
  }

  return {
    async round(signal) {
      unopened = (await opening?.open()) ?? []
      const all = [...(await Promise.all(chains.map((chain) => progressOf(chain, signal)))), ...unopened]
      const progress = all.filter(({ isUnsure }) => isUnsure !== true)
      names = new Map(all.map(({ slug, name }) => [slug, name]))
      const silent = new Set(all.flatMap(({ slug, problem }) => (problem === undefined ? [] : [slug])))
      const read = all.filter(({ problem }) => problem === undefined)
      await store.looked(read, clock.now())
      const unreadStates = (await leave("states", readStates, signal))?.done ?? []
      const sums = await updateReconciled(all, signal)
      await updateHeld(signal)
      const problems = await updateUnread({ progress, unreadStates, sums })
      if (unopened.length === all.length && all.length > 0) problems.unshift(noneAnswers)
      // To explain takes dozens of requests, and what was forged is told before.
      await leave("late", () => updateLate(silent), signal)
      return { chains: progress, problems }
    },
  }
}

/** What could not be read in a look. */
type Unread = {
  readonly progress: readonly ChainProgress[]
  readonly unreadStates: readonly UnreadStates[]
  /** Why sums could not be worked out, by their names. */
  readonly sums: ReadonlyMap<string, string>
}

type UpdateAlertsOptions = {
  /** Which alerts were looked for: those whose ids begin with this. */
  readonly scope: string
  /** What is wrong now, by the id of its alert. */
  readonly found: ReadonlyMap<string, Alert>
  /** Says how an alert has ended, such as `arrived after 42 min`. */
  readonly sayEnd: (alert: RaisedAlert) => Promise<string>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Raises alerts of what is newly wrong, or worse than before, and ends those of what is over. Each is told once, and so is its end. */
export async function updateAlerts(
  store: WatchStore,
  { scope, found, sayEnd, now }: UpdateAlertsOptions,
): Promise<void> {
  const raised = await store.alerts(scope)
  for (const [id, alert] of found) {
    const before = raised.get(id)
    if (before !== undefined && !isMoreSevere(alert.kind, before.kind)) continue
    const lasting = { ...alert, raisedAt: before?.raisedAt ?? now }
    await store.setAlert(id, lasting, { event: "alert", alert: id, ...alert, at: now })
  }
  for (const [id, alert] of raised) {
    if (found.has(id)) continue
    const { raisedAt, ...about } = alert
    const ended = { ...about, says: await sayEnd(alert), lasted: now - raisedAt, at: now }
    await store.setAlert(id, undefined, { event: "over", alert: id, ...ended })
  }
}
