import { addHook } from "../world/hooks.js"
import type { FaultyWorld } from "../world/OpenWorld.js"
import { checkFault, describeFault } from "./faultData.js"
import type { FaultContext, FaultKind, FaultWork } from "./FaultKind.js"
import { faults, type FaultSpec } from "./faults.js"
import * as apis from "./kinds/apis.js"
import * as chains from "./kinds/chains.js"
import { forge } from "./kinds/forge.js"
import { outOfGas } from "./kinds/outOfGas.js"
import * as parts from "./kinds/parts.js"
import * as proposals from "./kinds/proposals.js"
import { reorg } from "./kinds/reorg.js"
import { risingFees } from "./kinds/risingFees.js"
import { trip } from "./kinds/trip.js"
import * as watchers from "./kinds/watchers.js"
import type { Fault, FaultData, FaultName, WorldFaults } from "./WorldFaults.js"
import { IdUsedBeforeError } from "#src/devnet/chain/setBackErrors.js"
import { MessageHeldError } from "#src/devnet/messaging/holdMessages.js"
import type { Interceptor } from "#src/devnet/relay/Worker.js"
import type { Stage } from "#src/devnet/stages.js"
import type { KeptFault } from "#src/devnet/state/records.js"

export type FaultList = {
  /** Keeps the actors waiting while a fault begins, so that it is in force for what comes after it in a test. */
  readonly interceptor: Interceptor<Stage>
  /** Begins a fault. `begun` resolves once it is in force. */
  begin(data: FaultData, was?: Omit<KeptFault, "data">): { readonly fault: Fault; readonly begun: Promise<void> }
  active(): readonly Fault[]
  /** Faults that last, and can continue in another process with the same chains. */
  kept(): readonly KeptFault[]
  clear(): Promise<void>
  /** Remembers which faults last. Returns a function that goes back to them, once the chains have gone back. */
  remember(): () => void
}

export type FaultListOptions = {
  /** Whether others listen to the errors of the world's devnet. Otherwise those that no fault explains become warnings. */
  readonly isHeard?: boolean
  /** Called when a fault has shown for the first time, and when it has noted something. */
  readonly changed?: () => void
}

/** What each fault does. Each takes its own data. */
const kinds: { readonly [Kind in FaultName]: FaultKind<Kind> } = {
  ...{ ...apis, ...chains, ...parts, ...proposals, ...watchers },
  ...{ forge, outOfGas, reorg, risingFees, trip },
}

/** After these a message can have the id of another one that was delivered. */
const usesIds: ReadonlySet<FaultName> = new Set<FaultName>(["forge", "reorg"])

type Entry = {
  readonly fault: Fault
  readonly work: FaultWork
  begun: Promise<void>
  happened: number
  noted: unknown
  detach: () => void
}

function createFaultList(world: FaultyWorld, { isHeard = false, changed }: FaultListOptions): FaultList {
  let entries: readonly Entry[] = []
  let stopListening: (() => void) | undefined
  const beginning = new Set<Promise<void>>()

  /** Effects of the faults that the test has begun are not reported. */
  function isExpected(error: unknown): boolean {
    if (error instanceof MessageHeldError) return true
    const isIdUsed = entries.some(({ fault, happened }) => usesIds.has(fault.data.fault) && happened > 0)
    return isIdUsed && error instanceof IdUsedBeforeError
  }

  function set(next: readonly Entry[]): void {
    entries = next
    if (entries.length === 0) {
      stopListening?.()
      stopListening = undefined
    } else if (!isHeard) {
      stopListening ??= world.devnet.onError((error) => {
        if (!isExpected(error)) process.emitWarning(error instanceof Error ? error : String(error))
      })
    }
  }

  function attach(entry: Entry): void {
    const { attach: attachWork, interceptor } = entry.work
    const stops = [attachWork?.(), interceptor && addHook(world.interceptors, interceptor)]
    entry.detach = () => {
      for (const stop of stops) stop?.()
    }
  }

  function begin(data: FaultData, { happened, noted }: Omit<KeptFault, "data"> = { happened: 0 }): Entry {
    checkFault(data, world)
    const context: FaultContext = {
      world,
      happen: (times = 1) => {
        entry.happened += times
        if (times > 0 && entry.happened === times) changed?.()
      },
      happened: () => entry.happened,
      noted,
      note: (what) => {
        entry.noted = what
        changed?.()
      },
    }
    const work = (kinds[data.fault] as (data: FaultData, context: FaultContext) => FaultWork)(data, context)
    const entry: Entry = {
      fault: {
        data,
        get happened() {
          return entry.happened
        },
        end: () => end(entry),
        toString: () => describeFault(data, entry.happened),
      },
      work,
      begun: Promise.resolve(),
      ...{ happened, noted },
      detach: () => undefined,
    }
    attach(entry)
    set([...entries, entry])
    // What has begun in another process has sent what it begins with.
    if (work.begin !== undefined && happened === 0) entry.begun = beginWith(entry, work.begin)
    world.relay.wake()
    return entry
  }

  /** A fault that could not begin is removed. */
  async function beginWith(entry: Entry, work: () => Promise<void>): Promise<void> {
    const begun = work()
    beginning.add(begun)
    try {
      await begun
    } catch (error) {
      forget(entry)
      throw error
    } finally {
      beginning.delete(begun)
      world.relay.wake()
    }
  }

  function forget(entry: Entry): void {
    set(entries.filter((other) => other !== entry))
    entry.detach()
  }

  async function end(entry: Entry): Promise<void> {
    if (!entries.includes(entry)) return
    const { begun, work } = entry
    await begun
    forget(entry)
    await work.undo?.()
    world.relay.wake()
  }

  return {
    interceptor: {
      choose: (_stage, _chainSlug, items) => (beginning.size > 0 ? [] : items),
      before: (_stage, _chainSlug, items) => Promise.resolve(beginning.size > 0 ? [] : items),
      async rest() {
        await Promise.allSettled(beginning)
      },
    },
    begin,
    active: () => entries.map(({ fault }) => fault),
    kept: () => entries.map(({ fault: { data }, happened, noted }) => ({ data, happened, noted })),
    async clear() {
      for (const entry of [...entries].reverse()) await end(entry)
    },
    remember() {
      const then = entries.map((entry) => ({ entry, happened: entry.happened }))
      return () => {
        for (const entry of entries) entry.detach()
        set(then.map(({ entry }) => entry))
        for (const { entry, happened } of then) {
          entry.happened = happened
          attach(entry)
        }
      }
    },
  }
}

const lists = new WeakMap<FaultyWorld, FaultList>()

export function openFaults(world: FaultyWorld, options: FaultListOptions = {}): FaultList {
  const list = createFaultList(world, options)
  lists.set(world, list)
  world.interceptors.add(list.interceptor)
  world.faultTexts.add(() => list.active().map(String))
  world.snapshotState.add(() => list.remember())
  return list
}

function faultsOf(world: FaultyWorld): FaultList {
  const list = lists.get(world)
  if (list === undefined) throw new Error("no faults were opened in this world")
  return list
}

/** Makes `world.faults`: each function is `apply` with its arguments as data. */
export function createFaults(opened: () => FaultyWorld): WorldFaults {
  const begin = (data: FaultData): Fault => faultsOf(opened()).begin(data).fault
  const beginAndWait = async (data: FaultData): Promise<Fault> => {
    const { fault, begun } = faultsOf(opened()).begin(data)
    await begun
    return fault
  }
  const functions = Object.entries<FaultSpec>(faults).map(([fault, { subject, sendsTransactions }]) => {
    const beginIt = sendsTransactions === true ? beginAndWait : begin
    const dataOf = (first: unknown, second?: object): object =>
      subject === undefined ? { ...(first as object), fault } : { ...second, fault, [subject]: first }
    return [fault, (first?: unknown, second?: object) => beginIt(dataOf(first, second) as FaultData)] as const
  })
  return {
    ...(Object.fromEntries(functions) as unknown as WorldFaults),
    apply: beginAndWait,
    active: () => faultsOf(opened()).active(),
    clear: () => faultsOf(opened()).clear(),
  }
}
