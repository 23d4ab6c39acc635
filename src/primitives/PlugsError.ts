/** What an error can say beside its first line. */
export type ErrorDetails = {
  /** Printed one a line, in this order; those that are undefined are left out. */
  facts?: Readonly<Record<string, string | undefined>> | undefined
  /** What the reader can do about it. */
  next?: string | undefined
  cause?: unknown
}

/** An error of this package as `JSON.stringify` shows it. */
export type PlugsErrorJson = {
  name: string
  code: string
  message: string
  facts: Readonly<Record<string, string>>
  next: string | undefined
}

// A registered symbol, because two copies of this package can be loaded at once and `instanceof` would not see across.
const brand: unique symbol = Symbol.for("hardhat-plugs.PlugsError")

/**
 * What every error of this package is: one line of what happened, the facts, and what to do next.
 *
 * `code` and the names of the facts are stable; the wording is not.
 *
 * @example
 * try {
 *   await client.getMessages({ srcChainSlug: 41001, srcTxHash })
 * } catch (error) {
 *   if (isPlugsError(error) && error.code === "RATE_LIMITED") console.error(error.facts["retry after"])
 *   else throw error
 * }
 */
export abstract class PlugsError extends Error {
  abstract readonly code: string
  readonly shortMessage: string
  readonly facts: Readonly<Record<string, string>>
  readonly next: string | undefined

  constructor(shortMessage: string, details: ErrorDetails = {}) {
    const facts = withoutUndefined(details.facts ?? {})
    super(layOut(shortMessage, facts, details.next), details.cause === undefined ? undefined : { cause: details.cause })
    Object.defineProperty(this, "name", { value: new.target.name, configurable: true, writable: true })
    Object.defineProperty(this, brand, { value: true })
    // The mark and the field of Hardhat's plugin errors: `hardhat run` prints such an error without a stack and without asking for
    // a bug report. Its class can't be the base, since scripts that never load Hardhat throw these too.
    Object.defineProperty(this, "_isHardhatPluginError", { value: true })
    Object.defineProperty(this, "pluginId", { value: "hardhat-plugs" })
    this.shortMessage = shortMessage
    this.facts = facts
    this.next = details.next
    // The first line of a stack is written when the trace is taken, and the name was not known until here.
    Error.captureStackTrace(this, new.target)
  }

  /** Returns what `JSON.stringify` shows of the error. */
  toJSON(): PlugsErrorJson {
    return { name: this.name, code: this.code, message: this.shortMessage, facts: this.facts, next: this.next }
  }
}

/**
 * Whether a caught value is an error of this package, whichever copy of the package threw it.
 *
 * @example
 * if (isPlugsError(error)) console.error(error.code, error.shortMessage)
 */
export function isPlugsError(value: unknown): value is PlugsError {
  return value instanceof Error && (value as { [brand]?: unknown })[brand] === true
}

function withoutUndefined(facts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function layOut(shortMessage: string, facts: Readonly<Record<string, string>>, next: string | undefined): string {
  const lines = Object.entries(facts).map(([name, value]) => `  ${name}: ${value}`)
  return [shortMessage, ...lines, ...(next === undefined ? [] : [next])].join("\n")
}
