import { size } from "viem/utils"

import { withTimeLimit } from "../../http/attempt/withTimeLimit.js"
import { AbortedError } from "../../http/errors.js"
import { NodeFailedError } from "../../onchain/callErrors.js"
import type { Finality } from "../../onchain/scanning/LogPosition.js"
import { type Clock, latestTime } from "../../primitives/clock.js"
import { formatDuration } from "../../primitives/duration.js"
import { isPlugsError } from "../../primitives/PlugsError.js"
import { vanished } from "../../tracking/tracker.js"
import { getMinFees } from "../onchain/getMinFees.js"
import { type Alert, isMoreSevere, type RaisedAlert } from "./alerts/Alert.js"
import { createLateFinder, feeScope, type LateMessagesOptions, lateScope } from "./alerts/findLateMessages.js"
import { type ChainProgress, followChain, type FollowedChain } from "./followChain.js"
import { checkInvariants, invariantScope, type WatchInvariant } from "./reconciling/invariants.js"
import { inboundScope, reconcile } from "./reconciling/reconcile.js"
import { watchedAmong } from "./scanChain.js"
import type { KnownMessage, WatchStore } from "./store/WatchStore.js"

export type WatchOptions = Pick<LateMessagesOptions, "lateAfter" | "explain"> & {
  readonly chains: readonly FollowedChain[]
  readonly store: WatchStore
  readonly finality: Finality
  readonly clock: Clock
  /** Milliseconds after which a chain that is still being read is left to the next look. Default: it is waited for. */
  readonly patience?: number | undefined
  /** Holds what was delivered against what was sent, and checks these sums. Default: neither. */
  readonly reconciled?: { readonly invariants: Readonly<Record<string, WatchInvariant>> } | undefined
}

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

/** Watches messages of several chains. All that it knows and tells is in the store. */
export function createWatch(options: WatchOptions): Watch {
  const { chains, store, finality, clock, reconciled, patience = Number.POSITIVE_INFINITY } = options
  const isWatched = watchedAmong(chains)
  // Sums are read in the block up to which a chain is read, and nodes forget the state of older ones.
  const isFrugal = Object.keys(reconciled?.invariants ?? {}).length === 0
  const following = { store, isWatched, finality, clock, isFrugal }
  const readers = chains.map((chain) => ({ chain, read: followChain(chain, following) }))
  const reading = new Map<number, Promise<ChainProgress>>()
  const names = new Map(chains.map(({ slug, name }) => [slug, name]))
  const chainName = (slug: number): string => names.get(slug) ?? `chain ${slug}`
  const readMinFee = async ({ src, srcPlug: plug, dst, details }: KnownMessage): Promise<bigint | undefined> => {
    const chain = chains.find(({ slug }) => slug === src)
    const { minMsgGasLimit, executionParams, payload } = details
    const priced = { plug, dstChainSlug: dst, minMsgGasLimit, executionParams, payloadSize: size(payload) }
    // A plug that is not connected any more has no fee.
    return chain && (await getMinFees(chain.client, { socket: chain.socket, ...priced }).catch(() => undefined))
  }
  const findLate = createLateFinder({ ...options, readMinFee, chainName })

  /** A chain whose node takes its time does not keep the others. */
  async function progressOf(
    { chain: { slug, name }, read }: (typeof readers)[number],
    signal: AbortSignal | undefined,
  ): Promise<ChainProgress> {
    // Begun only where somebody waits for it: it fails once the signal is aborted.
    const work = (): Promise<ChainProgress> => {
      const current = reading.get(slug) ?? read(signal)
      reading.set(slug, current)
      return current
    }
    const timed = await withTimeLimit(patience, work, { clock, signal })
    if (timed.kind === "aborted") throw new AbortedError()
    if (timed.kind === "timed out") {
      const problem = new NodeFailedError({ functionName: "eth_getLogs", chain: name }, "it is still being read")
      return { slug, name, block: undefined, problem }
    }
    reading.delete(slug)
    return timed.value
  }

  function update(scope: string, found: ReadonlyMap<string, Alert>): void {
    updateAlerts(store, { scope, found, sayEnd, now: clock.now() })
  }

  function sayEnd({ kind, messageId, srcChainSlug, dstChainSlug, says }: RaisedAlert): string {
    const isOfMessage = messageId !== undefined && srcChainSlug !== undefined && dstChainSlug !== undefined
    if (!isOfMessage) return `It holds again: ${says}`
    const path = `${chainName(srcChainSlug)} → ${chainName(dstChainSlug)}`
    const message = store.message(messageId)
    if (message === undefined) return `${path}: it is not watched any more.`
    if (message.status === vanished) return `${path}: a reorg has taken it back.`
    if (!["late", "stuck", "failed", "underpaid"].includes(kind)) return `${path}: it is as it was sent.`
    if (message.status !== "EXECUTION_SUCCESS") return `${path}: it is on its way again.`
    return `${path}: arrived after ${formatDuration((message.since - message.at) * 1_000)}.`
  }

  async function updateLate(silent: ReadonlySet<number>): Promise<void> {
    const messages = store.inFlight()
    // What a chain does not tell now is not late. One that is not read never tells.
    const told = messages.filter(({ dst }) => names.has(dst) && !silent.has(dst))
    const untold = new Set(messages.filter(({ dst }) => silent.has(dst)).map(({ id }) => id))
    const raised = new Map([...store.alerts(lateScope), ...store.alerts(feeScope)])
    const found = await findLate(told, raised, Math.floor(latestTime(clock) / 1_000))
    const kept = [...raised].filter(([, { messageId }]) => messageId !== undefined && untold.has(messageId))
    for (const scope of [lateScope, feeScope]) {
      update(scope, new Map([...found, ...kept].filter(([id]) => id.startsWith(scope))))
    }
  }

  async function updateReconciled(progress: readonly ChainProgress[]): Promise<string[]> {
    if (reconciled === undefined) return []
    update(inboundScope, withFinality(await reconcile({ store, chains, clock, patience })))
    // Sums hold only of one moment: while a delivery is not yet matched, the source is read less far than the destination.
    if (store.unchecked().length > 0 || progress.some(({ problem }) => problem !== undefined)) return []
    const moment = { chains, progress, inFlight: store.inFlight() }
    const { found, failed } = await checkInvariants(reconciled.invariants, moment)
    const kept = [...store.alerts(invariantScope)].filter(([id]) => failed.has(id))
    update(invariantScope, new Map([...withFinality(found), ...kept]))
    const nameOf = (id: string): string => id.slice(invariantScope.length)
    return [...failed].map(([id, why]) => `The invariant ${nameOf(id)} could not be worked out: ${why}`)
  }

  function withFinality(found: ReadonlyMap<string, Alert>): ReadonlyMap<string, Alert> {
    return new Map([...found].map(([id, alert]) => [id, { ...alert, finality }]))
  }

  return {
    async round(signal) {
      const progress = await Promise.all(readers.map((reader) => progressOf(reader, signal)))
      const silent = new Set(progress.flatMap(({ slug, problem }) => (problem === undefined ? [] : [slug])))
      const problems = progress.flatMap(({ name, problem }) =>
        problem === undefined ? [] : [`${name} could not be read: ${problem.shortMessage}`],
      )
      await updateLate(silent)
      try {
        problems.push(...(await updateReconciled(progress)))
      } catch (error) {
        if (!isPlugsError(error) || error.code === "WATCH_STORE_UNUSABLE") throw error
        problems.push(error.shortMessage)
      }
      return { chains: progress, problems }
    },
  }
}

type UpdateAlertsOptions = {
  /** Which alerts were looked for: those whose ids begin with this. */
  readonly scope: string
  /** What is wrong now, by the id of its alert. */
  readonly found: ReadonlyMap<string, Alert>
  /** Says how an alert has ended, such as `arrived after 42 min`. */
  readonly sayEnd: (alert: RaisedAlert) => string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Raises alerts of what is newly wrong, or worse than before, and ends those of what is over. Each is told once, and so is its end. */
export function updateAlerts(store: WatchStore, { scope, found, sayEnd, now }: UpdateAlertsOptions): void {
  const raised = store.alerts(scope)
  for (const [id, alert] of found) {
    const before = raised.get(id)
    if (before !== undefined && !isMoreSevere(alert.kind, before.kind)) continue
    const lasting = { ...alert, raisedAt: before?.raisedAt ?? now }
    store.setAlert(id, lasting, { event: "alert", alert: id, ...alert, at: now })
  }
  for (const [id, alert] of raised) {
    if (found.has(id)) continue
    const { raisedAt, ...about } = alert
    const ended = { ...about, says: sayEnd(alert), lasted: now - raisedAt, at: now }
    store.setAlert(id, undefined, { event: "over", alert: id, ...ended })
  }
}
