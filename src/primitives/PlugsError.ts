import { type ErrorText, type Naming, renderText } from "./errorText.js"
import { clauseOf, escapeHidden } from "./text.js"

/** Where `npm run docs` is published: every document at its path, and every error at `errors/<code>.html`. */
export const site = "https://hardhat-plugs.github.io/hardhat-plugs"

/** What an error can contain besides its first line. */
export type ErrorDetails = {
  /** Printed one per line, in this order. Undefined facts are left out. */
  facts?: Readonly<Record<string, ErrorText | undefined>> | undefined
  /** What the reader can do about it. */
  next?: ErrorText | undefined
  cause?: unknown
  /** Whether the message is one line: what happened and what to do, without the facts. */
  isOneLine?: boolean
}

/** An error of this package in JSON, as tasks print it with `--json`. */
export type PlugsErrorJson = {
  code: string
  /** What happened, in one line. */
  message: string
  facts: Readonly<Record<string, string>>
  /** What the reader can do about it; `null` if that follows from the message. */
  next: string | null
  /** The page that describes the error. */
  docs: string
}

// Registered symbols, because neither `instanceof` nor a private field works across two loaded copies of this package.
const brand: unique symbol = Symbol.for("hardhat-plugs.PlugsError")
const wording: unique symbol = Symbol.for("hardhat-plugs.PlugsError.wording")

/** The texts of an error, before they are rendered for a reader. */
type Wording = { readonly message: ErrorText; readonly details: ErrorDetails }

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

  constructor(message: ErrorText, details: ErrorDetails = {}) {
    const rendered = render({ message, details })
    super(rendered.message, details.cause === undefined ? undefined : { cause: details.cause })
    Object.defineProperty(this, "name", { value: new.target.name, configurable: true, writable: true })
    Object.defineProperty(this, brand, { value: true })
    Object.defineProperty(this, wording, { value: { message, details } })
    // These two fields make Hardhat treat the error as a plugin's: `hardhat run` prints it without a stack and without asking for a
    // bug report. Hardhat's own class cannot be the base class, because scripts without Hardhat throw these errors too.
    Object.defineProperty(this, "_isHardhatPluginError", { value: true })
    Object.defineProperty(this, "pluginId", { value: "hardhat-plugs" })
    this.shortMessage = rendered.shortMessage
    this.facts = rendered.facts
    this.next = rendered.next
    // The first line of a stack contains the name, which was not set when the stack was first captured.
    Error.captureStackTrace(this, new.target)
  }

  /** What happened as a clause, for a sentence that goes on. */
  get clause(): string {
    return clauseOf(this.shortMessage)
  }

  /** The page of the documentation on this error. */
  get docs(): string {
    return `${site}/errors/${this.code}.html`
  }

  /** Returns what `JSON.stringify` shows of the error. */
  toJSON(): PlugsErrorJson {
    const { code, shortMessage: message, facts, next = null, docs } = this
    return { code, message, facts, next, docs }
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

/** More than libraries wrap an error in. A chain of causes can be a circle. */
const maxCauses = 8

/** An error and its causes, the outermost first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < maxCauses; cause = cause.cause) causes.push(cause)
  return causes
}

/** The first error of this package among an error and its causes: viem and Hardhat wrap what a transport or a hook throws. */
export function plugsErrorIn(error: unknown): PlugsError | undefined {
  return causesOf(error).find(isPlugsError)
}

/** The first line of an error, as a text that can become part of another error's. */
export function messageOf(error: PlugsError): ErrorText {
  return wordingOf(error)?.message ?? error.shortMessage
}

/**
 * Renders an error for a reader. The error itself stays as it is.
 *
 * @param moreFacts are added to its facts
 * @returns an error with the same class, code and fields, whose texts use the reader's names
 */
export function renderError<E extends PlugsError>(
  error: E,
  naming: Naming,
  moreFacts: Readonly<Record<string, string | undefined>> = {},
): E {
  const own = wordingOf(error) ?? { message: error.shortMessage, details: { facts: error.facts, next: error.next } }
  const details = { ...own.details, facts: { ...own.details.facts, ...moreFacts } }
  const rendered = render({ message: own.message, details }, naming)
  const stack = error.stack?.replace(error.message, () => rendered.message)
  const fields = Object.entries({ ...rendered, stack }).map(([field, value]) => [
    field,
    { value, configurable: true, writable: true, enumerable: field !== "message" && field !== "stack" },
  ])
  return Object.create(error, Object.fromEntries(fields) as PropertyDescriptorMap) as E
}

function wordingOf(error: PlugsError): Wording | undefined {
  return (error as { [wording]?: Wording })[wording]
}

function isAddress(value: ErrorText): value is string {
  return typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value)
}

type Rendered = Pick<PlugsError, "message" | "shortMessage" | "facts" | "next">

function render({ message, details }: Wording, naming?: Naming): Rendered {
  // A text can quote a server, a contract or a file, and Hardhat prints the message as it is.
  const write = (value: ErrorText): string => escapeHidden(renderText(value, naming))
  const shortMessage = write(message)
  const facts = Object.fromEntries(
    Object.entries(details.facts ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[escapeHidden(name), write(isAddress(value) ? [{ address: value }] : value)]],
    ),
  )
  const next = details.next === undefined ? undefined : write(details.next) || undefined
  const advice = next === undefined ? [] : [next]
  const lines = Object.entries(facts).map(([name, value]) => `  ${name}: ${value}`)
  const whole =
    details.isOneLine === true ? [shortMessage, ...advice].join(" ") : [shortMessage, ...lines, ...advice].join("\n")
  return { message: whole, shortMessage, facts, next }
}
