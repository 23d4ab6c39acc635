import { isRecord } from "#src/primitives/isRecord.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"
import { originAdvice, parseOrigin } from "#src/primitives/urls/parseOrigin.js"

export type Path = readonly (string | number)[]

/** Adds a problem and its path to a list, so that a user sees all problems at once. */
export type ReportProblem = (path: Path, message: string) => void

/** Checks one kind of value. Its messages follow the path, as in "config.plugs.devnet.port: must be …". */
export type ConfigCheck = (value: unknown, path: Path, report: ReportProblem) => void

/** A value of which one sentence says what it must be. */
function must(message: string, test: (value: unknown) => boolean): ConfigCheck {
  return (value, path, report) => {
    if (!test(value)) report(path, message)
  }
}

function textLike(pattern: RegExp, message: string): ConfigCheck {
  return must(message, (value) => typeof value === "string" && pattern.test(value))
}

/** An object with only known keys, which are optional unless they are required. */
export function object(fields: Readonly<Record<string, ConfigCheck>>, required: readonly string[] = []): ConfigCheck {
  const known = Object.keys(fields).join(", ")
  return (value, path, report) => {
    if (!isRecord(value)) {
      report(path, `must be an object with ${known}.`)
      return
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(fields, key)) report([...path, key], `is not known here. Known: ${known}.`)
    }
    for (const [key, check] of Object.entries(fields)) {
      if (value[key] !== undefined || required.includes(key)) check(value[key], [...path, key], report)
    }
  }
}

/** An object with any number of keys, such as the names of chains. */
export function keyed(what: string, checkKey: ConfigCheck, check: ConfigCheck): ConfigCheck {
  return (value, path, report) => {
    if (!isRecord(value)) {
      report(path, `must be an object with one key for each ${what}.`)
      return
    }
    for (const [key, entry] of Object.entries(value)) {
      checkKey(key, [...path, key], report)
      check(entry, [...path, key], report)
    }
  }
}

export function listOf(check: ConfigCheck, what: string): ConfigCheck {
  return (value, path, report) => {
    if (!Array.isArray(value)) {
      report(path, `must be a list of ${what}.`)
      return
    }
    for (const [index, entry] of (value as unknown[]).entries()) check(entry, [...path, index], report)
  }
}

export function oneOf(names: readonly string[], what: string): ConfigCheck {
  return must(
    `must name one of ${what}: ${names.join(", ")}.`,
    (value) => typeof value === "string" && names.includes(value),
  )
}

export function wholeNumber(from: number, to: number = Number.MAX_SAFE_INTEGER): ConfigCheck {
  return must(
    `must be a whole number from ${from} to ${to}.`,
    (value) => Number.isInteger(value) && (value as number) >= from && (value as number) <= to,
  )
}

/** The path of a JSON file, or one of some names. A word that is neither is more likely a name that is spelled wrong. */
export function dataFile(names: readonly string[]): ConfigCheck {
  const named = names.length === 0 ? "" : `${names.join(", ")} or `
  return must(
    `must be ${named}the path of a JSON file, such as "./deployments.json".`,
    (value) => typeof value === "string" && (names.includes(value) || /[/\\]/.test(value) || /\.json(#|$)/.test(value)),
  )
}

/** A chain's name. It must not look like a slug, because tasks take either, and it is part of the devnet's URLs. */
export const chainName: ConfigCheck = textLike(
  /^[A-Za-z][A-Za-z0-9_-]*$/,
  "must begin with a letter and contain only letters, digits, _ and -.",
)

/** The name of a rule or a way, which are told by the task that uses them. */
export const codeName: ConfigCheck = textLike(/^[A-Z_]{1,64}$/, "must be a name such as FEW_KEYS_FORGE.")

export const sentence: ConfigCheck = textLike(/\S/, "must say something.")

export const day: ConfigCheck = must(
  'must be a day, such as "2027-01-31".',
  (value) =>
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value),
)

/** The name of one of the project's contracts, as in its source. */
export const contractName: ConfigCheck = textLike(
  /^[A-Za-z_$][\w$]*$/,
  "must be the name of a contract: letters, digits, _ and $, not beginning with a digit.",
)

/** A token's symbol, which must not look like an address, because tasks take either. */
const tokenSymbol = textLike(
  /^(?!0x)\S{1,40}$/i,
  "must be a symbol of at most 40 characters, without spaces and not beginning with 0x.",
)

/** A value of a header, where only plain characters are safe. */
export const text: ConfigCheck = textLike(/^[\x21-\x7e]+$/, "must be a string of plain characters, without spaces.")

export const amount: ConfigCheck = textLike(
  /^\d{1,20}(\.\d{1,18})?\s*(wei|gwei|eth|ether)?$/i,
  'must be an amount as text, such as "0.1" or "0.1eth".',
)

export const codeHash: ConfigCheck = textLike(/^0x[0-9a-fA-F]{64}$/, "must be a hash: 0x and 64 hexadecimal digits.")

export const address: ConfigCheck = textLike(/^0x[0-9a-fA-F]{40}$/, "must be an address: 0x and 40 hexadecimal digits.")

export const origin: ConfigCheck = must(
  `must be an origin. ${originAdvice}`,
  (value) => typeof value === "string" && parseOrigin(value) !== undefined,
)

/** What is run without a shell. */
export const command: ConfigCheck = must(
  'must be a program and its arguments, such as ["node", "pause.js"].',
  (value) => Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === "string" && part !== ""),
)

export const invariant: ConfigCheck = must(
  "must be a function that returns what is wrong.",
  (value) => typeof value === "function",
)

export const secret: ConfigCheck = must(
  'must be configVariable("SOME_NAME"), or a non-empty string.',
  (value) => (typeof value === "string" && value !== "") || isVariable(value),
)

/** The URL of a node, which can contain a key. */
export const nodeUrl: ConfigCheck = must(
  'must be configVariable("SOME_NAME"), or a URL that is https or on this machine.',
  (value) =>
    typeof value === "string" ? URL.parse(value)?.protocol === "https:" || isLoopback(value) : isVariable(value),
)

function isVariable(value: unknown): boolean {
  return isRecord(value) && value["_type"] === "ConfigurationVariable" && typeof value["name"] === "string"
}

/** The tokens of one chain, by symbol. Symbols are found in any case, so no two may differ in their case alone. */
export const tokenPins: ConfigCheck = (value, path, report) => {
  keyed("token", tokenSymbol, address)(value, path, report)
  const seen = new Map<string, string>()
  for (const symbol of Object.keys(isRecord(value) ? value : {})) {
    const twin = seen.get(symbol.toLowerCase())
    if (twin !== undefined) report([...path, symbol], `is the same symbol as ${twin}.`)
    seen.set(symbol.toLowerCase(), symbol)
  }
}

export function isDollars(value: unknown): value is number {
  return typeof value === "number" && value >= 1e-12 && value <= 1e12
}

const dollars = must("must be dollars: a number above 0 and at most 1e12.", isDollars)

export const priceFunction: ConfigCheck = must(
  "must be a function of a chain and a symbol that returns dollars.",
  (value) => typeof value === "function",
)

export const yesOrNo: ConfigCheck = must("must be true or false.", (value) => typeof value === "boolean")

/** Options of a client, as `mockApi` gives them. */
export const mock: ConfigCheck = must(
  "must be options of a client, such as mockApi(…).messaging.",
  (value) => isRecord(value) && typeof value["baseUrl"] === "string" && typeof value["fetch"] === "function",
)

/** The prices of one chain's tokens, by symbol or address. */
export const tokenPrices: ConfigCheck = keyed(
  "token",
  (key, ...place) => {
    if (/^0x/i.test(String(key))) address(key, ...place)
    else tokenSymbol(key, ...place)
  },
  dollars,
)

export function baseUrl(api: string, { hasKey }: { hasKey: boolean }): ConfigCheck {
  return (value, path, report) => {
    if (typeof value !== "string" || !URL.canParse(value)) {
      report(path, `must be a URL, such as "https://${api}.example".`)
      return
    }
    const { protocol, username, password, search, hash } = new URL(value)
    if (username !== "" || password !== "") {
      report(path, `must not contain a user or password${hasKey ? ": use apiKey" : ""}.`)
    } else if (search !== "" || hash !== "") report(path, "must end with its path, without a query or fragment.")
    else if (protocol !== "https:" && !(protocol === "http:" && isLoopback(value))) {
      report(path, `must be https. Plain http is only for this machine, such as http://127.0.0.1:8645/${api}.`)
    }
  }
}
