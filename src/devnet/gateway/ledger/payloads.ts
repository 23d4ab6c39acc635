import type { Hex } from "viem"

import { rememberEntries } from "../../chain/followLogs.js"
import { isGivenUp, noAttempt } from "./attempt.js"
import { derivePayload, emptyNote, isSameCall, type PayloadNote } from "./derivePayload.js"
import type { GatewayFact, GatewayIndex } from "./facts.js"
import type { Attempt, PayloadRecord } from "./types.js"
import type { PayloadStatus } from "#src/gateway/states.js"
import type { Clock } from "#src/primitives/clock.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** Every payload, with its record derived again whenever anything is recorded of it. */
export type Payloads = {
  /** Derives the payloads of these facts again. The indexes have the facts already. */
  record(facts: readonly GatewayFact[]): void
  /** Derives every payload again, because a chain's index was replaced. */
  rebuild(): void
  /** Adds what an actor knows of a payload. */
  note(payloadId: Hex, note: Partial<PayloadNote>): void
  remember(): () => void
  readonly get: (payloadId: Hex) => PayloadRecord | undefined
  readonly inStatus: (status: PayloadStatus) => Iterable<PayloadRecord>
  /** Whether everything before a payload is resolved, so that the watcher can accept it. */
  readonly isReady: (payload: PayloadRecord) => boolean
  readonly subscribe: (listener: (record: PayloadRecord) => void) => () => void
}

export function createPayloads({
  clock,
  home,
  indexOf,
}: {
  clock: Pick<Clock, "now">
  home: () => GatewayIndex
  indexOf: (chainSlug: number) => GatewayIndex
}): Payloads {
  const notes = new Map<Hex, PayloadNote>()
  const records = new Map<Hex, PayloadRecord>()
  const byStatus = new Map<PayloadStatus, Map<Hex, PayloadRecord>>()
  const listeners = createListeners<[record: PayloadRecord]>()
  const nextBatches = new Map<number, number>()

  const recordsIn = (status: PayloadStatus) => getOrAdd(byStatus, status, () => new Map<Hex, PayloadRecord>())

  /** Derives all of these before it notifies of any, because a listener may read the others. They changed now unless `knownSince`. */
  function refresh(payloadIds: Iterable<Hex>, knownSince: (payloadId: Hex) => number | undefined = () => undefined) {
    const changed = [...payloadIds].flatMap((payloadId) => refreshOne(payloadId, knownSince(payloadId)) ?? [])
    for (const record of changed) listeners.notify(record)
  }

  /** Returns the payload if listeners have to be notified of it. */
  function refreshOne(payloadId: Hex, knownSince: number | undefined): PayloadRecord | undefined {
    const before = records.get(payloadId)
    const after = derivePayload(payloadId, home(), indexOf, notes.get(payloadId))
    if (before !== undefined && after?.status !== before.status) recordsIn(before.status).delete(payloadId)
    if (after === undefined) {
      records.delete(payloadId)
      return undefined
    }
    const since = knownSince ?? (before?.status === after.status ? before.since : clock.now())
    const record = { ...after, since }
    records.set(payloadId, record)
    recordsIn(record.status).set(payloadId, record)
    return before !== undefined && isUnchanged(before, record) ? undefined : record
  }

  function note(payloadId: Hex, addition: Partial<PayloadNote>): void {
    notes.set(payloadId, { ...(notes.get(payloadId) ?? emptyNote), ...addition })
    refresh([payloadId])
  }

  /** An actor's note holds only for the same payload, finalized and executed by the same transactions. */
  function dropStaleNote(payloadId: Hex): void {
    const before = records.get(payloadId)
    const after = derivePayload(payloadId, home(), indexOf, notes.get(payloadId))
    if (before === undefined || after === undefined || !isSamePayload(before, after)) notes.delete(payloadId)
  }

  function nextBatchOf(requestCount: number): number {
    return getOrAdd(nextBatches, requestCount, () => {
      const ids = home().payloadsOfRequest.get(requestCount) ?? []
      return Math.min(...ids.flatMap((id) => (home().resolved.has(id) ? [] : (records.get(id)?.batchCount ?? []))))
    })
  }

  return {
    record(facts) {
      nextBatches.clear()
      const touched = new Set<Hex>()
      for (const fact of facts) {
        if (fact.kind === "queued") touched.add(fact.payload.payloadId)
        else if ("payloadId" in fact) touched.add(fact.payloadId)
        else if (fact.kind === "feesIncreased") {
          // The request may spend more, so a payload that was refused for its cost is attempted again at once.
          for (const id of home().payloadsOfRequest.get(fact.requestCount) ?? []) {
            const existing = notes.get(id)
            if (existing !== undefined) notes.set(id, { ...existing, finalizationAttempt: noAttempt })
            touched.add(id)
          }
        }
      }
      refresh(touched)
    },
    rebuild() {
      nextBatches.clear()
      const all = new Set([...records.keys(), ...home().queued.keys()])
      for (const payloadId of all) dropStaleNote(payloadId)
      refresh(all)
    },
    note,
    remember() {
      const restoreNotes = rememberEntries(notes)
      const times = new Map([...records.values()].map(({ payloadId, since }) => [payloadId, since]))
      return () => {
        restoreNotes()
        refresh(records.keys(), (payloadId) => times.get(payloadId))
      }
    },
    get: (payloadId) => records.get(payloadId),
    inStatus: (status) => recordsIn(status).values(),
    isReady({ requestCount, batchCount, callType }) {
      if (!home().submitted.has(requestCount)) return false
      // The payload that pays the fees waits for no other: those that a cancellation took back are never resolved.
      return callType === "DISTRIBUTE_FEE" || batchCount === nextBatchOf(requestCount)
    },
    subscribe: (listener) => listeners.subscribe(listener),
  }
}

/** A further attempt that fails in the same way is no change, until the payload is given up. */
function isUnchanged(before: PayloadRecord, after: PayloadRecord): boolean {
  return (
    before.status === after.status &&
    isSameAttempt(before.executionAttempt, after.executionAttempt) &&
    isSameAttempt(before.callbackAttempt, after.callbackAttempt)
  )
}

function isSameAttempt(before: Attempt, after: Attempt): boolean {
  return before.revertData === after.revertData && isGivenUp(before) === isGivenUp(after)
}

function isSamePayload(before: Omit<PayloadRecord, "since">, after: Omit<PayloadRecord, "since">): boolean {
  return (
    isSameCall(before, after) &&
    before.finalized?.txHash === after.finalized?.txHash &&
    before.executed?.txHash === after.executed?.txHash
  )
}
