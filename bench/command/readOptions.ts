import { parseArgs } from "node:util"

import { type Figure, figures } from "../figures.ts"

/** What to measure, and what to do with it. */
export type Options = {
  readonly figures: readonly Figure[]
  /** The commit to measure in turn with the working tree. */
  readonly compare?: string | undefined
  readonly rounds: number
  /** Whether to measure how cost grows, rather than figures. */
  readonly growth: boolean
  /** Whether to write what was measured into the documents. */
  readonly write: boolean
  readonly json: boolean
}

export const usage: string = `npm run bench -- [options]

Measures the working tree, and prints each figure beside its bound.

  --only <figure>     measure this figure alone; can be repeated
  --compare <commit>  measure that commit in turn with the working tree, and print ratios of both
  --rounds <n>        measure each so often, and take the medians (default: 1, with --compare 3)
  --growth            measure how cost grows with chains, messages and watchers instead
  --write             write the figures, or the plot of --growth, into docs/
  --json              print one JSON document

Figures:
${figures.map(({ name, what }) => `  ${name.padEnd(18)}  ${what}`).join("\n")}
`

/**
 * Reads the command line.
 *
 * @throws an option is unknown, or its value is
 * @example
 * readOptions(["--only", "delivery"]).figures.length // 1
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", multiple: true },
      compare: { type: "string" },
      rounds: { type: "string" },
      growth: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  })
  const { only, compare, growth, write, json } = values
  if (growth && (only !== undefined || compare !== undefined)) {
    throw new Error("--growth measures points of a plot, so it takes neither --only nor --compare")
  }
  if (write && only !== undefined) throw new Error("--write writes the whole table, so it does not take --only")
  return {
    figures: only === undefined ? figures : only.map(findFigure),
    compare,
    rounds: values.rounds === undefined ? (compare === undefined ? 1 : 3) : readCount(values.rounds),
    growth,
    write,
    json,
  }
}

function findFigure(name: string): Figure {
  const found = figures.find((figure) => figure.name === name)
  if (found !== undefined) return found
  throw new Error(
    `--only takes the name of a figure, not "${name}": ${figures.map((figure) => figure.name).join(", ")}`,
  )
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new Error(`--rounds takes a whole number from 1 to 999, not "${text}"`)
}
