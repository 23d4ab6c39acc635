/** Where a body has become too large to parse as a whole. */
export type Excess = {
  /** What is wrong with the body, to complete the sentence "The server's response is unusable: …". */
  readonly problem: string
  /** The part before this offset is within the limits. It ends after a complete value. */
  readonly end: number
  /** The brackets that make that part a document of its own. */
  readonly closing: string
}

/** Real answers are nested less than 10 levels deep. */
const deepest = 64
/** Real answers have 20 bytes and more for each value, and more than 50 for each object or array. */
const bytesPerValue = 10
const bytesPerObject = 32
/** What even a small body may have. */
const free = 4_096
/** Real answers have a hundred keys at most. An object with very many takes ten times the memory of a list. */
const mostKeys = 10_000

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** An object or list whose end was not reached yet. */
type Open = { readonly isList: boolean; commas: number }

/**
 * Counts the values, objects and levels of a JSON document by its commas and brackets. What is not JSON is left to the parser.
 *
 * @returns `undefined` if the whole document is within the limits
 */
export function parsableEnd(body: Uint8Array): Excess | undefined {
  const mostValues = free + Math.floor(body.length / bytesPerValue)
  const mostObjects = free + Math.floor(body.length / bytesPerObject)
  const open: Open[] = []
  let values = 0
  let objects = 0
  // The latest comma of a list, before which no object is incomplete but those that the list is in.
  let end = 0
  let depth = 0
  const excess = (problem: string): Excess => {
    const closing = open.slice(0, depth).map(({ isList }) => (isList ? "]" : "}"))
    return { problem, end, closing: closing.reverse().join("") }
  }
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) at = endOfText(body, at)
    else if (byte === comma) {
      const inner = open.at(-1)
      if (inner === undefined) continue
      values += 1
      inner.commas += 1
      if (inner.isList) [end, depth] = [at, open.length]
      else if (inner.commas > mostKeys) return excess(`it has an object with more than ${mostKeys} keys`)
      if (values > mostValues) return excess(`it has more than ${mostValues} values`)
    } else if (byte === openList || byte === openObject) {
      objects += 1
      open.push({ isList: byte === openList, commas: 0 })
      if (objects > mostObjects) return excess(`it has more than ${mostObjects} objects and arrays`)
      if (open.length > deepest) return excess(`it is nested more than ${deepest} levels deep`)
    } else if (byte === closeList || byte === closeObject) open.pop()
  }
  return undefined
}

/** Finds the quote that ends a text. */
function endOfText(body: Uint8Array, start: number): number {
  let end = start
  do end = body.indexOf(quote, end + 1)
  while (end !== -1 && isEscaped(body, end))
  return end === -1 ? body.length : end
}

function isEscaped(body: Uint8Array, at: number): boolean {
  let backslashes = 0
  while (body[at - 1 - backslashes] === backslash) backslashes += 1
  return backslashes % 2 === 1
}
