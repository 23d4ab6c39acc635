import type { Statements, Value } from "./WatchDatabase.js"

/** Rows of one statement. Most statements are for as many, or for one, so that a database has to understand only a few. */
const atOnce = 50

export const values = (rows: number, columns: number): string =>
  Array.from({ length: rows }, () => `(${"?, ".repeat(columns - 1)}?)`).join(", ")

/** As many keys as a list of {@link listsOf} has. */
export const keysIn = `IN ${values(1, atOnce)}`

const chunksOf = <Item>(all: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) => all.slice(index * atOnce, (index + 1) * atOnce))

/** Runs a statement for rows, many at once. */
export async function runForAll(
  { run }: Statements,
  rows: readonly (readonly Value[])[],
  sql: (count: number) => string,
): Promise<void> {
  const some = chunksOf(rows).flatMap((chunk) => (chunk.length === atOnce ? [chunk] : chunk.map((row) => [row])))
  await Promise.all(some.map((chunk) => run(sql(chunk.length), ...chunk.flat())))
}

/** As many keys as a statement takes at once, each list full: the last key is repeated. */
export function listsOf<Key extends Value>(keys: Iterable<Key>): readonly (readonly Key[])[] {
  const fill = (some: readonly Key[]) => Array.from({ length: atOnce - some.length }, () => some.at(-1) as Key)
  return chunksOf([...keys]).map((some) => [...some, ...fill(some)])
}
