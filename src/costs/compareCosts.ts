import { grouped, widest } from "./costTables.js"
import type { Spread, WorldCosts } from "./WorldCosts.js"
import { paint } from "#src/terminal/paint.js"
import { type Columns, type Report, right, table } from "#src/terminal/report.js"

/** A figure of a function that rose, in wei, gas or the smallest unit of credits. */
type Rise = { readonly name: string; readonly figure: string; readonly before: bigint; readonly now: bigint }

/** How the costs of a test run differ from those of an earlier one. */
type Changes = {
  readonly rises: readonly Rise[]
  /** Functions that only this run has. */
  readonly added: readonly string[]
  /** Functions that only the earlier run has. */
  readonly gone: readonly string[]
}

/** Compares medians and maxima of two test runs, by contract and function. */
export function compareCosts(before: WorldCosts, now: WorldCosts): Changes {
  const [old, current] = [figuresOf(before), figuresOf(now)]
  const rises = [...current].flatMap(([name, figures]) => {
    const earlier = old.get(name)
    return earlier === undefined ? [] : risesOf(name, earlier, figures)
  })
  return {
    rises,
    added: [...current.keys()].filter((name) => !old.has(name)),
    gone: [...old.keys()].filter((name) => !current.has(name)),
  }
}

type Figures = ReadonlyMap<string, bigint>

function risesOf(name: string, before: Figures, now: Figures): Rise[] {
  return [...now].flatMap(([figure, value]) => {
    const earlier = before.get(figure)
    return earlier !== undefined && value > earlier ? [{ name, figure, before: earlier, now: value }] : []
  })
}

function figuresOf({ messages, requests }: WorldCosts): ReadonlyMap<string, Figures> {
  const figures = new Map<string, Map<string, bigint>>()
  const add = (
    { contract, functionName }: { contract: string; functionName: string },
    ofWhat: string,
    spread: Spread | undefined,
  ): void => {
    const name = `${contract}.${functionName}`
    const known = figures.get(name) ?? new Map<string, bigint>()
    figures.set(name, known)
    if (spread === undefined) return
    known.set(`${ofWhat}, median`, spread.median).set(`${ofWhat}, max`, spread.max)
  }
  for (const row of messages) {
    add(row, "fee in wei", row.fee)
    add(row, "outbound gas", row.outboundGas)
    add(row, "inbound gas", row.inboundGas)
  }
  for (const row of requests) add(row, "credits in wei", row.credits)
  return figures
}

/** What rose, and which functions are new or gone. */
export function costChanges({ rises, added, gone }: Changes, file: string): Report {
  const figures = rises.length === 1 ? "1 figure rose" : `${rises.length} figures rose`
  const heading = `${rises.length === 0 ? "No figure rose" : figures} since ${file}.`
  const columns: Columns<Rise> = {
    function: ({ name }) => name,
    figure: ({ figure }) => figure,
    before: right(({ before }) => grouped(before)),
    now: right(({ now }) => grouped(now)),
    "rose by": right(({ before, now }) => riseOf(before, now)),
  }
  return [
    rises.length === 0 ? paint.green(heading) : [paint.red(heading), { ...table(rises, columns), maxWidth: widest }],
    added.length > 0 && `New since then: ${added.join(", ")}.`,
    gone.length > 0 && `Not measured any more: ${gone.join(", ")}.`,
  ]
}

function riseOf(before: bigint, now: bigint): string {
  const difference = `+${grouped(now - before)}`
  if (before === 0n) return difference
  const hundredths = ((now - before) * 10_000n) / before
  return `${difference} (${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")} %)`
}
