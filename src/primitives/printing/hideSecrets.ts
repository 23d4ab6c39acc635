import { oneLine, shorten } from "#src/primitives/text.js"

const hidden = "[redacted]"

/**
 * Creates a function that hides secrets in text, and parts of them: a secret that a server cut, or that a table shortened, has lost little
 * of its worth. It finds them in any case, and as URLs, JSON, HTML, base64 and hexadecimal digits write them. A server that has a secret can
 * write it in other ways, and give it to anybody.
 *
 * @param values such as an API key, or the value of a header, `Bearer <token>`
 * @returns a function that returns the beginning of a text, up to `end`, without the secrets. It sees those that go on after it.
 * @example
 * createHideSecrets(["sesame+open"])("the key Sesame%2Bopen is unknown") // "the key [redacted] is unknown"
 */
export function createHideSecrets(values: readonly string[]): (text: string, end?: number) => string {
  const secrets = values.map((value) => value.replace(scheme, "")).filter((secret) => secret.trim() !== "")
  const parts = new Map<number, Set<string>>()
  for (const form of new Set(secrets.flatMap(formsOf))) {
    const length = lengthOfPart(form)
    const ofLength = parts.get(length) ?? new Set()
    for (let at = 0; at + length <= form.length; at += 1) ofLength.add(form.slice(at, at + length))
    parts.set(length, ofLength)
  }
  return (text, end = text.length) => {
    const inLowerCase = lowerCase(text)
    let [shown, copied] = ["", 0]
    for (let at = 0; at < end; at += 1) {
      let foundTo = at
      for (const [length, ofLength] of parts) {
        if (ofLength.has(inLowerCase.slice(at, at + length))) foundTo = Math.max(foundTo, at + length)
      }
      if (foundTo === at) continue
      if (at > copied || shown === "") shown += `${text.slice(copied, at)}${hidden}`
      copied = Math.max(copied, foundTo)
    }
    return shown + text.slice(copied, Math.max(copied, end))
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
  const html = secret.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
  const written = [encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1), html]
  const encoded = [Buffer.from(secret, "latin1"), Buffer.from(secret, "utf8")].flatMap(encodingsOf)
  const plain = [secret, Buffer.from(secret, "utf8").toString("latin1"), ...written]
  return [...plain, ...encoded.filter((form) => form.length >= minEncodedLength)].map(lowerCase)
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
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

/** Other letters can become longer, so that places would no longer be the same. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Makes text from outside safe to show: removes secrets, puts it on one line, and shortens it, in this order. */
export type Redact = (text: string, length?: number) => string

/** A server can send megabytes. Searching them for secrets would take seconds, and only their beginning is shown. */
const maxTextLength = 4_096
/** Characters after it that are searched too, for a secret that begins before. */
const lookAhead = 512

/**
 * Creates a function that hides secret values in text from servers and libraries. It shortens text last, because a secret that was cut is
 * harder to recognize.
 *
 * @param values header values
 */
export function createRedact(values: readonly string[]): Redact {
  const hide = createHideSecrets(values)
  return (text, length) => {
    const shown = hide(text.slice(0, maxTextLength + lookAhead), maxTextLength)
    return shorten(oneLine(text.length > maxTextLength ? `${shown}…` : shown), length)
  }
}
