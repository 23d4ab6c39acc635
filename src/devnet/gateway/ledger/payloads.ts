import type { Hex } from "viem"

import type { PayloadStatus } from "../../../gateway/states.js"
import type { Clock } from "../../../primitives/clock.js"
import { blankNote, derivePayload, isSameCall, type PayloadNote } from "./derivePayload.js"
import type { GatewayFact, GatewayIndex } from "./facts.js"
import type { PayloadRecord, Attempt } from "./records.js"
import { isGivenUp, untried } from "./attempt.js"

/** Every payload, with its status derived anew whenever something is learnt of it. */
export type Payloads = {
  /** Takes in facts that the pages have already. */
  learn(facts: readonly GatewayFact[]): void
  /** Takes everything in anew, because the pages changed under it. */
  relearn(): void
  note(payloadId: Hex, note: Partial<PayloadNote>): void
  readonly get: (payloadId: Hex) => PayloadRecord | undefined
  readonly inStatus: (status: PayloadStatus) => Iterable<PayloadRecord>
  readonly isReady: (payload: PayloadRecord) => boolean
  readonly subscribe: (listener: (record: PayloadRecord) => void) => () => void
}

export function createPayloads({
  clock,
  home,
  pageOf,
}: {
  clock: Pick<Clock, "now">
  home: () => GatewayIndex
  pageOf: (chainSlug: number) => GatewayIndex
}): Payloads {
  const notes = new Map<Hex, PayloadNote>()
  /** What the chains executed under each id. */
  const ranAs = new Map<Hex, PayloadRecord>()
  const records = new Map<Hex, PayloadRecord>()
  const byStatus = new Map<PayloadStatus, Map<Hex, PayloadRecord>>()
  const listeners = new Set<(record: PayloadRecord) => void>()
  /** The batch of each request whose turn it is. */
  const turns = new Map<number, number>()

  function indexOf(status: PayloadStatus): Map<Hex, PayloadRecord> {
    let index = byStatus.get(status)
    if (index === undefined) byStatus.set(status, (index = new Map<Hex, PayloadRecord>()))
    return index
  }

  /** Derives payloads anew, all of them before it tells of any: a listener may look at the others. */
  function refresh(payloadIds: Iterable<Hex>): void {
    const moved = [...payloadIds].flatMap((payloadId) => refreshOne(payloadId) ?? [])
    for (const record of moved) for (const listener of listeners) listener(record)
  }

  /** Gives the payload back when there is something to tell of it. */
  function refreshOne(payloadId: Hex): PayloadRecord | undefined {
    const before = records.get(payloadId)
    const after = derivePayload(payloadId, home(), pageOf, notes.get(payloadId), ranAs.get(payloadId))
    if (before !== undefined && after?.status !== before.status) indexOf(before.status).delete(payloadId)
    if (after === undefined) {
      records.delete(payloadId)
      return undefined
    }
    const since = before?.status === after.status ? before.since : clock.now()
    const record = { ...after, since }
    records.set(payloadId, record)
    if (record.executed?.txHash !== undefined && !ranAs.has(payloadId)) ranAs.set(payloadId, record)
    indexOf(record.status).set(payloadId, record)
    return before !== undefined && isAsBefore(before, record) ? undefined : record
  }

  function note(payloadId: Hex, more: Partial<PayloadNote>): void {
    notes.set(payloadId, { ...(notes.get(payloadId) ?? blankNote), ...more })
    refresh([payloadId])
  }

  /** What the actors made of a payload holds only while it is the same payload, as far on its way as it was then. */
  function dropStaleNote(payloadId: Hex): void {
    const before = records.get(payloadId)
    const after = derivePayload(payloadId, home(), pageOf, notes.get(payloadId), ranAs.get(payloadId))
    if (before === undefined || after === undefined || !isSame(before, after)) notes.delete(payloadId)
  }

  function turnOf(requestCount: number): number {
    let turn = turns.get(requestCount)
    if (turn === undefined) {
      const ids = home().payloadsOfRequest.get(requestCount) ?? []
      const open = ids.flatMap((id) => (home().resolved.has(id) ? [] : (records.get(id)?.batchCount ?? [])))
      turns.set(requestCount, (turn = Math.min(...open)))
    }
    return turn
  }

  return {
    learn(facts) {
      turns.clear()
      const touched = new Set<Hex>()
      for (const fact of facts) {
        if (fact.kind === "queued") touched.add(fact.payload.payloadId)
        else if ("payloadId" in fact) touched.add(fact.payloadId)
        else if (fact.kind === "feesIncreased") {
          // More may be spent, so what was too dear is tried again at once.
          for (const id of home().payloadsOfRequest.get(fact.requestCount) ?? []) {
            const known = notes.get(id)
            if (known !== undefined) notes.set(id, { ...known, finalization: untried })
            touched.add(id)
          }
        }
      }
      refresh(touched)
    },
    relearn() {
      turns.clear()
      for (const [payloadId, { chainSlug }] of ranAs) {
        if (!pageOf(chainSlug).executed.has(payloadId)) ranAs.delete(payloadId)
      }
      const all = new Set([...records.keys(), ...home().queued.keys()])
      for (const payloadId of all) dropStaleNote(payloadId)
      refresh(all)
    },
    note,
    get: (payloadId) => records.get(payloadId),
    inStatus: (status) => indexOf(status).values(),
    isReady({ requestCount, batchCount, callType }) {
      if (!home().submitted.has(requestCount)) return false
      // Paying for what was done waits for nothing: what a cancellation took back never ends.
      return callType === "DISTRIBUTE_FEE" || batchCount === turnOf(requestCount)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Trying again in vain is nothing new, until it is given up. */
function isAsBefore(before: PayloadRecord, after: PayloadRecord): boolean {
  return (
    before.status === after.status &&
    isAsTried(before.execution, after.execution) &&
    isAsTried(before.promise, after.promise)
  )
}

function isAsTried(before: Attempt, after: Attempt): boolean {
  return before.revertData === after.revertData && isGivenUp(before) === isGivenUp(after)
}

function isSame(before: Omit<PayloadRecord, "since">, after: Omit<PayloadRecord, "since">): boolean {
  return (
    isSameCall(before, after) &&
    before.finalized?.txHash === after.finalized?.txHash &&
    before.executed?.txHash === after.executed?.txHash
  )
}
