type Path = readonly PropertyKey[]

/** A malformed value and its first issue. Takes its place in what a schema returns, until {@link replaceMalformed} removes it. */
export class Malformed {
  readonly value: unknown
  readonly issue: { readonly path: Path; readonly message: string }
  /** What the answer has instead: {@link nothing} leaves an element out. */
  readonly fallback: unknown

  constructor({ value, issue, fallback }: Pick<Malformed, "value" | "issue" | "fallback">) {
    this.value = value
    this.issue = issue
    this.fallback = fallback
  }
}

/** The fallback of elements that are left out. */
export const nothing: unique symbol = Symbol("left out")

export type FoundMalformed = {
  readonly path: Path
  readonly value: unknown
  readonly issue: Malformed["issue"]
  /** What people know the element by that it is, or is part of, such as `quoteId 0x12`. */
  readonly id: string | undefined
}

/** Replaces every malformed value in what a schema returned, in place, and tells what was replaced. */
export function replaceMalformed<T>(parsed: T): { value: T; found: FoundMalformed[] } {
  const found: FoundMalformed[] = []
  const path: PropertyKey[] = []
  const around: object[] = []

  function replace({ value, issue, fallback }: Malformed): unknown {
    const isElement = typeof path.at(-1) === "number"
    const id = [...around, ...(isElement ? [value] : [])].map(idOf).findLast((text) => text !== undefined)
    const part = { path: [...path], value, issue, id }
    found.push(part)
    return typeof fallback === "function" ? (fallback as (part: FoundMalformed) => unknown)(part) : fallback
  }

  function visitPart(container: object, key: PropertyKey): void {
    const parts = container as Record<PropertyKey, unknown>
    const part = parts[key]
    if (typeof part !== "object" || part === null) return
    path.push(key)
    const replaced = visit(part)
    if (replaced === nothing && !Array.isArray(container)) Reflect.deleteProperty(container, key)
    else if (replaced !== part) parts[key] = replaced
    path.pop()
  }

  function visit(value: object): unknown {
    if (value instanceof Malformed) return replace(value)
    const before = found.length
    around.push(value)
    if (Array.isArray(value)) for (const index of value.keys()) visitPart(value, index)
    else for (const key of Object.keys(value)) visitPart(value, key)
    around.pop()
    return Array.isArray(value) && found.length > before ? value.filter((element) => element !== nothing) : value
  }

  const value = typeof parsed === "object" && parsed !== null ? visit(parsed) : parsed
  return { value: value as T, found }
}

/** By the first of these fields people find an element. */
const ids = ["quoteId", "messageId", "payloadId", "timeoutId", "providerId", "symbol", "name", "chainId"]

function idOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  const id = ids.find((key) => ["string", "number"].includes(typeof fields[key]) && fields[key] !== "")
  return id === undefined ? undefined : `${id} ${String(fields[id])}`
}

const foundInAnswers = new WeakMap<object, readonly FoundMalformed[]>()

export function noteMalformed(answer: unknown, found: readonly FoundMalformed[]): void {
  if (found.length > 0 && typeof answer === "object" && answer !== null) foundInAnswers.set(answer, found)
}

/** Returns what was malformed in an answer, with paths in the answer. */
export function malformedIn(answer: unknown): readonly FoundMalformed[] {
  return (typeof answer === "object" && answer !== null ? foundInAnswers.get(answer) : undefined) ?? []
}

/** Formats a path as in `result[0].from.srcChainSlug`. */
export function formatPath(path: Path): string {
  const steps = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
  return steps.join("").replace(/^\./, "")
}
