import { escapeHidden } from "./text.js"

/** What an error can contain besides its first line. */
export type ErrorDetails = {
  /** Printed one per line, in this order. Undefined facts are left out. */
  facts?: Readonly<Record<string, string | undefined>> | undefined
  /** What the reader can do about it. */
  next?: string | undefined
  cause?: unknown
}

/** An error of this package in JSON, as tasks print it with `--json`. */
export type PlugsErrorJson = {
  code: string
  /** What happened, in one line. */
  message: string
  facts: Readonly<Record<string, string>>
  /** What the reader can do about it; `null` if that follows from the message. */
  next: string | null
}

// A registered symbol, because `instanceof` fails across two loaded copies of this package.
const brand: unique symbol = Symbol.for("hardhat-plugs.PlugsError")

/**
 * The base class of all errors of this package. An error says what happened, lists the facts, and says what to do next.
 *
 * `code` and the names of the facts are stable. The wording can change.
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

  constructor(message: string, details: ErrorDetails = {}) {
    // Each of these can contain what a server, a contract or a file says, and Hardhat prints the message as it is.
    const shortMessage = escapeHidden(message)
    const facts = escapeFacts(details.facts ?? {})
    const next = details.next === undefined ? undefined : escapeHidden(details.next)
    super(layOut(shortMessage, facts, next), details.cause === undefined ? undefined : { cause: details.cause })
    Object.defineProperty(this, "name", { value: new.target.name, configurable: true, writable: true })
    Object.defineProperty(this, brand, { value: true })
    // These two fields make Hardhat treat the error as a plugin's: `hardhat run` prints it without a stack and without asking for a
    // bug report. Hardhat's own class cannot be the base class, because scripts without Hardhat throw these errors too.
    Object.defineProperty(this, "_isHardhatPluginError", { value: true })
    Object.defineProperty(this, "pluginId", { value: "hardhat-plugs" })
    this.shortMessage = shortMessage
    this.facts = facts
    this.next = next
    // The first line of a stack contains the name, which was not set when the stack was first captured.
    Error.captureStackTrace(this, new.target)
  }

  /** Returns what `JSON.stringify` shows of the error. */
  toJSON(): PlugsErrorJson {
    return { code: this.code, message: this.shortMessage, facts: this.facts, next: this.next ?? null }
  }
}

/**
 * Checks whether a caught value is an error of this package, even if another copy of the package threw it.
 *
 * @example
 * if (isPlugsError(error)) console.error(error.code, error.shortMessage)
 */
export function isPlugsError(value: unknown): value is PlugsError {
  return value instanceof Error && (value as { [brand]?: unknown })[brand] === true
}

/**
 * Gives an error other words: its message, its facts and its advice. Its class, code and other fields stay.
 *
 * @returns the same error
 */
export function restate<E extends PlugsError>(
  error: E,
  words: { message: string; facts: Readonly<Record<string, string>>; next: string | undefined },
): E {
  const shortMessage = escapeHidden(words.message)
  const facts = escapeFacts(words.facts)
  const next = words.next === undefined ? undefined : escapeHidden(words.next)
  const message = layOut(shortMessage, facts, next)
  const stack = error.stack?.replace(error.message, () => message)
  for (const [field, value] of Object.entries({ shortMessage, facts, next })) Reflect.set(error, field, value)
  Object.defineProperty(error, "message", { value: message, configurable: true, writable: true })
  Object.defineProperty(error, "stack", { value: stack, configurable: true, writable: true })
  return error
}

function escapeFacts(facts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [escapeHidden(name), escapeHidden(value)]))
}

function layOut(shortMessage: string, facts: Readonly<Record<string, string>>, next: string | undefined): string {
  const lines = Object.entries(facts).map(([name, value]) => `  ${name}: ${value}`)
  return [shortMessage, ...lines, ...(next === undefined ? [] : [next])].join("\n")
}
