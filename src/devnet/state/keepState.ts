import path from "node:path"

import type { LocalChain } from "../chain/chains.js"
import { type ChainRecorder, recordChain } from "./chainRecorder.js"
import { openStateLog, type StateLog } from "./openStateLog.js"
import type { KeptFault, RequestRecord, StateRecord } from "./records.js"
import { StateDamagedError, StateMismatchError } from "./stateErrors.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** The faults that lasted when a devnet ended, for who can begin them again. */
export type KeptFaults = { readonly last: readonly KeptFault[]; readonly write: (faults: readonly KeptFault[]) => void }

/** What a protocol has offered, which no chain knows: it is told again before what was done with it. */
export type Quotes = { add(quotes: readonly unknown[]): void }

type KeptState = {
  readonly faults: KeptFaults
  /** The time at which the chains began, in unix seconds. */
  readonly bornAt: number
  /** The time for ledgers: while a devnet is made again, the time at which each thing happened. */
  readonly clock: Clock
  /** Puts itself between a chain and everything that uses it. */
  readonly attach: (name: string, provider: LocalChain["provider"]) => void
  /**
   * Does again what was recorded, and records from then on. To be called once the protocols are deployed, and before anything else
   * changes a chain.
   *
   * @param sync brings the ledgers up to date
   * @throws {StateMismatchError} the protocols were deployed otherwise than then
   * @throws {StateDamagedError} what was recorded makes other blocks
   */
  goOn(parts: { readonly quotes: Quotes | undefined; readonly sync: () => Promise<void> }): Promise<void>
  /** Returns quotes that are recorded when they are added. */
  recordQuotes<Kept extends Quotes>(quotes: Kept): Kept
  close(): Promise<void>
}

/**
 * Keeps a devnet in a folder: everything that changes its chains is written to a log, and done again at the next start.
 *
 * @param options the options on which the chains depend
 * @throws {StateInUseError} another devnet has the folder
 */
export async function keepState(
  folderGiven: string,
  {
    reset,
    options,
    clock,
    report,
  }: { reset: boolean; options: object; clock: Clock; report?: ((error: unknown) => void) | undefined },
): Promise<KeptState> {
  const folder = path.resolve(folderGiven)
  const wallTime = (): number => (clock.wallTime ?? systemClock.now)()
  const log: StateLog = await openStateLog(folder, { reset, options: JSON.stringify(options), now: wallTime() })
  const recorders = new Map<string, ChainRecorder>()
  const { bornAt } = log.header
  /** Who asks gets the error too, but the person whose disk is full looks at the devnet. */
  let isTold = false
  const append: StateLog["append"] = (record) => {
    try {
      log.append(record)
    } catch (error) {
      if (!isTold) report?.(error)
      isTold = true
      throw error
    }
  }
  let past: number | undefined = bornAt * 1000

  /** Does again what happened within a moment: the chains side by side, and what each did in its order. */
  async function replay(moment: Moment, quotes: Quotes | undefined): Promise<void> {
    past = moment.at
    for (const given of moment.quotes) quotes?.add(given)
    const byChain = [...moment.requests].map(async ([chain, requests]) => {
      const recorder = recorders.get(chain)
      if (recorder === undefined) throw new Error(`there is no chain ${chain}`)
      for (const request of requests) await recorder.replay(request)
    })
    await Promise.all(byChain)
  }

  async function readHeads(): Promise<Record<string, string>> {
    const heads = [...recorders].map(async ([name, recorder]) => [name, await recorder.head()] as const)
    return Object.fromEntries(await Promise.all(heads))
  }

  return {
    bornAt,
    faults: {
      last: log.records.flatMap((record) => (record.kind === "faults" ? [record.faults] : [])).at(-1) ?? [],
      write: (faults) => {
        append({ kind: "faults", faults })
      },
    },
    clock: { ...clock, now: () => past ?? clock.now() },
    attach(name, provider) {
      const record = (request: Parameters<Parameters<typeof recordChain>[1]["record"]>[0]): void => {
        append({ kind: "request", at: wallTime(), chain: name, ...request })
      }
      recorders.set(name, recordChain(provider, { bornAt, record }))
    },
    async goOn({ quotes, sync }) {
      const heads = await readHeads()
      const [started, ...records] = log.records
      if (started === undefined) log.append({ kind: "started", heads })
      else if (started.kind !== "started" || differ(started.heads, heads)) {
        throw new StateMismatchError({ folder, problem: "the contracts of this version of hardhat-plugs differ" })
      }
      const expected = { ...heads }
      for (const record of records) {
        if (record.kind === "request" && record.head !== undefined) expected[record.chain] = record.head
      }
      for (const moment of momentsOf(records)) {
        await replay(moment, quotes).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          throw new StateDamagedError({
            folder,
            problem: `a record of ${new Date(moment.at).toISOString()} cannot be done again: ${reason}`,
          })
        })
        await sync()
      }
      if (differ(expected, await readHeads())) {
        throw new StateDamagedError({ folder, problem: "its records make other blocks than they made then" })
      }
      await sync()
      past = undefined
      for (const recorder of recorders.values()) {
        if (records.length > 0) await recorder.setClock(wallTime())
        recorder.begin()
      }
    },
    recordQuotes(quotes) {
      const add: Quotes["add"] = (given) => {
        append({ kind: "quotes", at: wallTime(), quotes: [...given] })
        quotes.add(given)
      }
      return { ...quotes, add }
    },
    async close() {
      for (const recorder of recorders.values()) recorder.stop()
      await log.close()
    },
  }
}

function differ(some: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(some), ...Object.keys(others)])
  return [...names].some((name) => some[name] !== others[name])
}

type Moment = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly quotes: (readonly unknown[])[]
  /** By the chain's name, in the order in which they were made. */
  readonly requests: Map<string, RequestRecord[]>
}

/** Milliseconds between two times at which ledgers are brought up to date: as exact as their times have to be. */
const momentMs = 500

/** Puts what happened at about the same time together, because reading the chains after each request takes longer than the request. */
function* momentsOf(records: readonly StateRecord[]): Generator<Moment, undefined> {
  let current: Moment | undefined
  for (const record of records) {
    if (record.kind === "started" || record.kind === "faults") continue
    if (current !== undefined && Math.abs(record.at - current.at) > momentMs) {
      yield current
      current = undefined
    }
    current ??= { at: record.at, quotes: [], requests: new Map() }
    if (record.kind === "quotes") current.quotes.push(record.quotes)
    else getOrAdd(current.requests, record.chain, () => []).push(record)
  }
  if (current !== undefined) yield current
}
