import type { RequestRecord, StateRecord } from "./records.js"

/** What was recorded within a short time. */
export type Moment = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly quotes: readonly (readonly unknown[])[]
  /** By the chain's name, in the order in which they were made. */
  readonly requests: ReadonlyMap<string, readonly RequestRecord[]>
}

/** Milliseconds between two times at which ledgers are brought up to date: as exact as their times have to be. */
const length = 500

/** Puts what happened at about the same time together, because reading the chains after each request takes longer than the request. */
export function* momentsOf(records: readonly StateRecord[]): Generator<Moment, undefined> {
  let current: { at: number; quotes: (readonly unknown[])[]; requests: Map<string, RequestRecord[]> } | undefined
  for (const record of records) {
    if (record.kind === "started") continue
    if (current !== undefined && Math.abs(record.at - current.at) > length) {
      yield current
      current = undefined
    }
    current ??= { at: record.at, quotes: [], requests: new Map() }
    if (record.kind === "quotes") {
      current.quotes.push(record.quotes)
      continue
    }
    const requests = current.requests.get(record.chain) ?? []
    current.requests.set(record.chain, requests)
    requests.push(record)
  }
  if (current !== undefined) yield current
}
