import { dirname } from "node:path"

import { mirrorOf } from "./findTests.ts"

/**
 * Puts the tests first that speak of what a file speaks of: the one that mirrors it or its folder, then those that share the most words
 * with it, where a word counts more the fewer tests have it. The causes of `explain` are tested in an atlas far from the files that find
 * them.
 *
 * @param textOf the text of a file
 */
export function createOrderByWords(
  tests: readonly string[],
  textOf: (path: string) => string,
): (path: string, some: readonly string[]) => string[] {
  const wordsByTest = new Map(tests.map((test) => [test, wordsOf(textOf(test))]))
  const holders = new Map<string, number>()
  for (const words of wordsByTest.values()) {
    for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  }
  return (path, some) => {
    const words = [...wordsOf(textOf(path))]
    // One test often has a case for each file of a folder.
    const mirrors = [path, `${dirname(path)}.ts`].map(mirrorOf)
    const score = (test: string): number => {
      if (mirrors.includes(test)) return Infinity
      const known = wordsByTest.get(test) ?? new Set()
      const shared = words.filter((word) => known.has(word))
      const weight = shared.reduce((sum, word) => sum + Math.log(tests.length / (holders.get(word) ?? 1)), 0)
      // A long test shares words with everything.
      return weight / Math.sqrt(10 + known.size)
    }
    const scores = new Map(some.map((test) => [test, score(test)]))
    return some.toSorted((one, other) => compare(scores.get(other) ?? 0, scores.get(one) ?? 0))
  }
}

/** Names and codes, such as `findSource` and `proposal-tripped`. Sorting keeps the order of tests that share as much. */
function wordsOf(text: string): Set<string> {
  return new Set(text.match(/[A-Za-z_][\w-]{3,}/g) ?? [])
}

function compare(one: number, other: number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
