export type ReadJson =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "malformed"; readonly problem: string; readonly text: string }

/** Real answers are nested less than 10 levels deep. */
const maxDepth = 64
/** Real answers have 20 bytes and more for each value, and more than 50 for each object or array. */
const minBytesPerValue = 10
const minBytesPerContainer = 32
/** Values and containers that a small body may have as well. */
const spareValues = 4_096

/** In bounded time and memory: two characters can become 50 bytes. More parts than a real answer of that size are not parsed. */
export function readJson(body: Uint8Array): ReadJson {
  const text = decode(body)
  if (text === undefined) return { kind: "malformed", problem: "it is not UTF-8", text: "" }
  const excess = findExcess(body)
  if (excess !== undefined) return { kind: "malformed", problem: excess, text }
  try {
    return { kind: "json", value: JSON.parse(text) as unknown }
  } catch {
    return { kind: "malformed", problem: "it is not JSON", text }
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts the values, containers and levels of a JSON document by its commas and brackets. What is not JSON is left to the parser. */
function findExcess(body: Uint8Array): string | undefined {
  const maxValues = spareValues + Math.floor(body.length / minBytesPerValue)
  const maxContainers = spareValues + Math.floor(body.length / minBytesPerContainer)
  let [values, containers, depth, isInText] = [0, 0, 0, false]
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) isInText = !isInText
    else if (isInText) {
      if (byte === backslash) at += 1
    } else if (byte === comma) values += 1
    else if (byte === openList || byte === openObject) {
      containers += 1
      depth += 1
      if (depth > maxDepth) return `it is nested more than ${maxDepth} levels deep`
    } else if (byte === closeList || byte === closeObject) depth -= 1
  }
  if (values > maxValues) return `it has more than ${maxValues} values`
  if (containers > maxContainers) return `it has more than ${maxContainers} objects and arrays`
  return undefined
}

/** Reads the body of an error response, which may be JSON or text. */
export function readLeniently(body: Uint8Array): unknown {
  const read = readJson(body)
  return read.kind === "json" ? read.value : new TextDecoder().decode(body)
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
