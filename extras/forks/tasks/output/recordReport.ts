import { apart, type Report, right, table } from "#src/terminal/report.js"

/** What a recording has after the tests, and how it differs from the one before. */
export type RecordedChain = {
  readonly name: string
  readonly file: string
  /** Null where no test has forked the chain. */
  readonly block: number | null
  readonly previousBlock: number | null
  readonly bytes: number
  readonly answers: number
  readonly added: number
  readonly removed: number
  /** Answers to the same questions that are others now. */
  readonly changed: number
}

export function recordReport(chains: readonly RecordedChain[]): Report {
  const unused = chains.filter(({ block }) => block === null).map(({ name }) => name)
  return apart(
    table(chains, {
      chain: ({ name }) => name,
      block: right(({ block, previousBlock }) =>
        block === previousBlock || previousBlock === null ? (block ?? "–") : `${previousBlock} → ${block ?? "–"}`,
      ),
      answers: right(({ answers }) => answers),
      added: right(({ added }) => added),
      changed: right(({ changed }) => changed),
      removed: right(({ removed }) => removed),
      kB: right(({ bytes }) => Math.ceil(bytes / 1_000)),
      file: ({ file }) => file,
    }),
    unused.length > 0 && `No test has forked ${unused.join(", ")}.`,
    "Commit the files: with them, the tests need neither a network nor a key.",
  )
}
