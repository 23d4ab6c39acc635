/** A word that can follow on a command line, and what it means. */
export type CompletionWord = { readonly word: string; readonly says: string }

/**
 * The words that can follow on a command line, by where it stands:
 *
 * - `task:messaging`: subtasks. Every task has the key, so it also tells which words are tasks; `task:` has the root tasks.
 * - `options:messaging send`: options. `options:` has those that stand anywhere.
 * - `value:messaging send --from`: values of an option. Every option that takes a value has the key, without known values too.
 * - `argument:messaging send 0`: values of the first argument; with `rest` in the number's place, of each further one.
 */
export type Completions = ReadonlyMap<string, readonly CompletionWord[]>

/** The keys that have the same words, so that a script writes them once. */
export function groupKeys(completions: Completions): { keys: string[]; words: readonly CompletionWord[] }[] {
  const groups = Map.groupBy(completions, ([, words]) => JSON.stringify(words))
  return [...groups.values()].map((group) => ({ keys: group.map(([key]) => key), words: group[0]?.[1] ?? [] }))
}
