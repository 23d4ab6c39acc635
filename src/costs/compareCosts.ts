import type { ShownChanges, ShownRise } from "./costChanges.js"
import type { Spread, WorldCosts } from "./WorldCosts.js"

/**
 * Compares the costs of two test runs: the median and the maximum of each figure, by contract and function.
 *
 * @param bound percent by which a figure may rise
 */
export function compareCosts(before: WorldCosts, now: WorldCosts, bound: number): ShownChanges {
  const [old, current] = [figuresOf(before), figuresOf(now)]
  const rises = [...current].flatMap(([name, figures]) => {
    const earlier = old.get(name)
    return earlier === undefined ? [] : risesOf(name, earlier, figures, bound)
  })
  return {
    rises,
    added: [...current.keys()].filter((name) => !old.has(name)),
    gone: [...old.keys()].filter((name) => !current.has(name)),
  }
}

type Figures = ReadonlyMap<string, bigint>

function risesOf(name: string, before: Figures, now: Figures, bound: number): ShownRise[] {
  return [...now].flatMap(([figure, value]) => {
    const earlier = before.get(figure)
    return earlier !== undefined && isAbove(value, earlier, bound)
      ? [{ name, figure, before: earlier, now: value }]
      : []
  })
}

/** Counts in millionths of a percent, because amounts must not pass through a number. */
function isAbove(now: bigint, before: bigint, bound: number): boolean {
  const part = 1_000_000n
  return (now - before) * 100n * part > before * BigInt(Math.round(bound * Number(part)))
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
