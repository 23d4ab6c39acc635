/** The number of edits by which a word of this length may differ: one in a short word, a third of the letters in a longer one. */
function maxEdits(length: number): number {
  return length <= 3 ? 1 : Math.min(4, Math.floor(length / 3) + 1)
}

/** Longer text is never a mistyped name, and comparing it takes time. */
const maxLength = 80

/**
 * Finds the candidate that a mistyped word most likely means. Upper and lower case are the same, and so are -, _ and nothing.
 *
 * @returns `undefined` if no candidate is near enough. Of equally near ones, the first.
 * @example
 * nearest("arbitrun", ["optimism", "arbitrum"]) // "arbitrum"
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = plain(word)
  if (wanted.length > maxLength) return undefined
  let best: string | undefined
  let fewestEdits = Infinity
  for (const candidate of candidates) {
    if (candidate.length > maxLength) continue
    const written = plain(candidate)
    const isBeginning = wanted.length >= 3 && written.startsWith(wanted)
    const edits = isBeginning ? Math.min(1, written.length - wanted.length) : countEdits(wanted, written)
    if (edits <= maxEdits(Math.max(wanted.length, written.length)) && edits < fewestEdits && edits < wanted.length) {
      best = candidate
      fewestEdits = edits
    }
  }
  return best
}

/**
 * Asks whether the nearest candidate was meant, as the end of an error's sentence.
 *
 * @param word what users without TypeScript give can be anything
 * @returns an empty string if no candidate is near enough
 * @example
 * `No chain is called "alfa".${didYouMean("alfa", ["alpha", "beta"])}` // `No chain is called "alfa". Did you mean alpha?`
 */
export function didYouMean(word: unknown, candidates: Iterable<string>): string {
  const found = typeof word === "string" ? nearest(word, candidates) : undefined
  return found === undefined ? "" : ` Did you mean ${found}?`
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[-_\s]/g, "")
}

/** Counts the letters to insert, remove, replace or swap with their neighbor (the optimal string alignment distance). */
function countEdits(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let edits = Math.min(
        (last[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        (last[column - 1] ?? Infinity) + (isSame ? 0 : 1),
      )
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) edits = Math.min(edits, (beforeLast[column - 2] ?? Infinity) + 1)
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? Infinity
}
