import { hiddenCharacters } from "../text.js"

const hidden = "[redacted]"
/** How often text is decoded. A key that was encoded more often is of no use to whoever finds it by chance. */
const maxDecodings = 4

/**
 * Creates a function that hides secrets in text, and parts of them: a secret that a server cut, or that a table shortened, has lost little
 * of its worth. It finds them through what a server can do to a key that it repeats: other case, characters without width or spaces between,
 * percent encoding, escapes of JSON and HTML, each several times, and base64 or hexadecimal digits.
 *
 * @param values such as an API key, or the value of a header, `Bearer <token>`
 * @returns a function that returns the beginning of a text, up to `end`, without the secrets. It sees those that go on after it.
 * @example
 * createHideSecrets(["sesame-open"])("the key Sesame%2Dopen is unknown") // "the key [redacted] is unknown"
 */
export function createHideSecrets(values: readonly string[]): (text: string, end?: number) => string {
  const findSecrets = createFindSecrets(values)
  return (text, end = text.length) => replaceSpans(text.slice(0, end), findSecrets(text))
}

type Span = { readonly start: number; readonly end: number }

/** A text made of another one. Each of its characters stands for a span of that one. */
type Derived = { readonly text: string; readonly starts: ArrayLike<number>; readonly ends: ArrayLike<number> }

function createFindSecrets(values: readonly string[]): (text: string) => readonly Span[] {
  const secrets = values.map((value) => value.replace(scheme, "")).filter((secret) => secret.trim() !== "")
  const parts = new Map<number, Set<string>>()
  for (const form of new Set(secrets.flatMap(formsOf))) {
    const length = lengthOfPart(form)
    const ofLength = parts.get(length) ?? new Set()
    for (let at = 0; at + length <= form.length; at += 1) ofLength.add(form.slice(at, at + length))
    if (length > 0) parts.set(length, ofLength)
  }
  return (text) => {
    if (parts.size === 0) return []
    const found: Span[] = []
    let derived = fold({ text, starts: indexes(text.length, 0), ends: indexes(text.length, 1) })
    for (let decodings = 0; ; decodings += 1) {
      for (const [length, ofLength] of parts) findParts(derived, length, ofLength, found)
      const decoded = decodings < maxDecodings ? rewrite(derived, encoded, decode) : derived
      if (decoded === derived) return found
      derived = fold(decoded)
    }
  }
}

/** A token is secret without it too. */
const scheme = /^(?:basic|bearer|token)\s+/i

/** Characters in a row that are taken for a part of a secret. Hexadecimal digits say half as much, and are everywhere. */
function lengthOfPart(form: string): number {
  return Math.min(form.length, /^[\da-f]*$/.test(form) ? 12 : 8)
}

/** Shorter encodings of short keys occur in text by chance. */
const minEncodedLength = 6

function formsOf(secret: string): string[] {
  const once = [Buffer.from(secret, "latin1"), Buffer.from(secret, "utf8")].flatMap(encodingsOf)
  const twice = once.flatMap((form) => encodingsOf(Buffer.from(form, "latin1")))
  const plain = [secret, Buffer.from(secret, "utf8").toString("latin1")]
  return [...plain, ...[...once, ...twice].filter((form) => form.length >= minEncodedLength)].map(
    (form) => fold({ text: form, starts: [], ends: [] }).text,
  )
}

/** Base64 depends on how many bytes come before. What those bytes are changes only characters that are left out. */
function encodingsOf(bytes: Buffer): string[] {
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(before === 0 ? 0 : before + 1)
      .replace(/(?<!=)=+$/, ""),
  )
  const base64url = base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))
  return [...base64, ...base64url, bytes.toString("hex")]
}

const notAscii = /[^\0-\x7F]/gu
const skipped = new RegExp(`(?:${hiddenCharacters}|[\\s\\p{M}])+`, "gu")

/** Takes away what a reader does not see, or sees as the same: case, accents, width, spaces, control characters. */
function fold(derived: Derived): Derived {
  const plain = rewrite(derived, notAscii, ([character]) => character.normalize("NFKD").toLowerCase())
  const { text, ...positions } = rewrite(plain, skipped, () => "")
  // What is not ASCII has its lower case already, which can be longer, so that positions stay.
  return { ...positions, text: text.toLowerCase() }
}

/** One character in an encoding of URLs, JSON, JavaScript or HTML. The text is in lower case. */
const encoded =
  /%([\da-f]{2})|\\u([\da-f]{4})|\\u\{([\da-f]{1,6})\}|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});|\\([0bfnrtv])|\\(.)|&(amp|quot|lt|gt|apos);/g
const named: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">", apos: "'" }

function decode([, ...groups]: readonly (string | undefined)[]): string {
  const [percent, json, braced, hex, page, decimal, control, escaped, name] = groups
  if (control !== undefined) return ""
  if (escaped !== undefined) return escaped
  if (name !== undefined) return named[name] ?? ""
  const digits = percent ?? json ?? braced ?? hex ?? page
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ""
}

/** Replaces all matches of a pattern. Without a match it returns the same object. */
function rewrite(from: Derived, pattern: RegExp, replace: (match: RegExpExecArray) => string): Derived {
  const matches = [...from.text.matchAll(pattern)]
  if (matches.length === 0) return from
  let text = ""
  const starts: number[] = []
  const ends: number[] = []
  let copied = 0
  const copyUntil = (end: number): void => {
    text += from.text.slice(copied, end)
    for (; copied < end; copied += 1) {
      starts.push(from.starts[copied] ?? 0)
      ends.push(from.ends[copied] ?? 0)
    }
  }
  for (const match of matches) {
    copyUntil(match.index)
    copied += match[0].length
    const replacement = replace(match)
    text += replacement
    for (let index = 0; index < replacement.length; index += 1) {
      starts.push(from.starts[match.index] ?? 0)
      ends.push(from.ends[copied - 1] ?? 0)
    }
  }
  copyUntil(from.text.length)
  return { text, starts, ends }
}

function findParts({ text, starts, ends }: Derived, length: number, parts: ReadonlySet<string>, found: Span[]): void {
  for (let at = 0; at + length <= text.length; at += 1) {
    if (parts.has(text.slice(at, at + length))) found.push({ start: starts[at] ?? 0, end: ends[at + length - 1] ?? 0 })
  }
}

function indexes(length: number, first: number): ArrayLike<number> {
  return Uint32Array.from({ length }, (_, index) => index + first)
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  let [shown, end] = ["", 0]
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start >= text.length) break
    if (span.start > end || shown === "") shown += `${text.slice(end, span.start)}${hidden}`
    end = Math.max(end, span.end)
  }
  return shown + text.slice(end)
}
