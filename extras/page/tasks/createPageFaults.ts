import type { PageFaults } from "#extras/page/src/openPage.js"
import type { FaultForm, FaultOption } from "#extras/page/src/PageEvent.js"
import type { KeptFault } from "#src/devnet/state/records.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import { writeFault } from "#src/testing/faults/faultData.js"
import { openFaults } from "#src/testing/faults/faultList.js"
import { faults, type FaultSpec } from "#src/testing/faults/faults.js"
import { optionNames, type OptionType } from "#src/testing/faults/options.js"
import type { Fault, FaultData, FaultName } from "#src/testing/faults/WorldFaults.js"
import type { FaultyWorld } from "#src/testing/world/OpenWorld.js"

/** Needs a time that stands still, which the chains of a devnet do not have. */
const onlyInTests: ReadonlySet<string> = new Set<FaultName>(["skewedClock"])

/** These go on when no actor finds anything to do, for which a test waits, and nobody on a devnet. */
const waitForRest: ReadonlySet<string> = new Set<FaultName>(["reorg", "shuffled"])

/** A devnet that nobody watches must not fill up with faults. */
const maxActive = 50

/** Lets the page of a devnet begin and end faults. Those that lasted when a devnet of the same folder ended go on, however it ended. */
export async function createPageFaults(world: FaultyWorld): Promise<PageFaults> {
  const keep = (): void => world.keptFaults?.write(list.kept())
  const list = openFaults(world, { isHeard: true, changed: keep })
  world.snapshotState.add(() => keep)
  const goOn = async ({ data, ...was }: KeptFault): Promise<void> => {
    await list.begin(readData(data), was).begun
  }
  // One that had not begun yet, and cannot now, is over.
  await Promise.allSettled(world.keptFaults?.last.map(goOn) ?? [])
  let count = 0
  const idOf = memoize<Fault, number>(() => (count += 1), new WeakMap())
  const beginning = new Set<number>()
  let isSettling = false
  const settle = (): void => {
    if (isSettling || !list.active().some(({ data }) => waitForRest.has(data.fault))) return
    isSettling = true
    // Not at once: what has changed belongs to the actor that is at work.
    setImmediate(() => {
      world.relay.idle().then(
        () => (isSettling = false),
        () => (isSettling = false),
      )
    })
  }
  world.messaging.ledger.subscribe(settle)
  world.gateway?.ledger.subscribe(settle)
  return {
    forms: () =>
      Object.entries<FaultSpec>(faults)
        .filter(([fault]) => !onlyInTests.has(fault))
        .map(([fault, spec]) => formOf(fault, spec, world)),
    active: () =>
      list.active().map((fault) => {
        const { data, happened } = fault
        return { id: idOf(fault), fault: data.fault, line: `await ${writeFault(data)}`, happened }
      }),
    isBeginning: (id) => beginning.has(id),
    async begin(given) {
      const data = readData(given)
      if (list.active().length >= maxActive) {
        const problem = `${maxActive} faults last already`
        throw new InvalidInputError({ argument: "fault", problem, fix: "End one of them." })
      }
      const { fault, begun } = list.begin(data)
      const id = idOf(fault)
      beginning.add(id)
      // Before what it begins with is sent, and after.
      keep()
      await begun.finally(keep).finally(() => beginning.delete(id))
      settle()
    },
    async end(id) {
      await list
        .active()
        .find((fault) => idOf(fault) === id)
        ?.end()
        .finally(keep)
    },
  }
}

/** What JSON has no form for is text there. The rest is checked where it begins. */
function readData(given: unknown): FaultData {
  const { fault } = (given ?? {}) as { readonly fault?: unknown }
  if (typeof fault !== "string" || !Object.hasOwn(faults, fault) || onlyInTests.has(fault)) {
    const fix = `Give one of ${Object.keys(faults).join(", ")}.`
    throw new InvalidInputError({ argument: "fault", problem: "a devnet has no such fault", fix })
  }
  const types = optionsOf(faults[fault as FaultName])
  const entries = Object.entries(given as object).map(([name, value]: [string, unknown]) => {
    const isAmount = types[name] === "amount" && typeof value === "string" && /^\d{1,78}$/.test(value)
    return [name, isAmount ? BigInt(value) : value] as const
  })
  return Object.fromEntries(entries) as FaultData
}

function optionsOf({ required, optional }: FaultSpec): Readonly<Record<string, OptionType>> {
  return { ...required, ...optional }
}

function formOf(fault: string, spec: FaultSpec, world: FaultyWorld): FaultForm {
  const options = Object.entries(optionsOf(spec)).map(([name, type]): FaultOption => {
    const kind = kinds[type] ?? "number"
    const choices = kind === "boolean" ? ["true", "false"] : optionNames[type]?.(world)
    const value = name in (spec.required ?? {}) ? (choices?.[0] ?? String(firstValues[type] ?? 1)) : ""
    return { name, kind, ...(choices === undefined ? {} : { choices }), value }
  })
  return { fault, ...(spec.subject === undefined ? {} : { subject: spec.subject }), options }
}

/** What is no number in JSON. */
const kinds: Readonly<Partial<Record<OptionType, FaultOption["kind"]>>> = {
  ...{ boolean: "boolean", amount: "amount", string: "text", hex: "text", servedChain: "text", anyChain: "text" },
  ...{ sourceOfPath: "text", part: "text", state: "text", tripped: "text", forgery: "text", api: "text" },
}

/** Where a form begins with another number than 1: ten times the price, and a minute. */
const firstValues: Readonly<Partial<Record<OptionType, number>>> = { percent: 900, seconds: 60 }
