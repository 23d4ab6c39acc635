import { devnetSwitchboardKinds } from "../../messaging/switchboardKinds.js"
import { originAdvice, parseOrigin } from "../../primitives/urls/parseOrigin.js"
import { isLoopback } from "../../primitives/urls/isLoopback.js"
import { isRecord } from "../../primitives/isRecord.js"

export type Path = readonly (string | number)[]

/** Adds a problem and its path to a list, so that a user sees all problems at once. */
export type ReportProblem = (path: Path, message: string) => void

/** Checks one kind of value. Its messages follow the path, as in "config.plugs.devnet.port: must be …". */
export type ConfigCheck = (value: unknown, path: Path, report: ReportProblem) => void

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

/** A token's symbol, which must not look like an address, because tasks take either. */
const tokenSymbol: ConfigCheck = (value, path, report) => {
  if (typeof value === "string" && /^(?!0x)\S{1,40}$/i.test(value)) return
  report(path, "must be a symbol of at most 40 characters, without spaces and not beginning with 0x.")
}

export function oneOf(known: readonly string[], what: string): ConfigCheck {
  return (value, path, report) => {
    if (typeof value === "string" && known.includes(value)) return
    report(path, `must name one of ${what}: ${known.join(", ")}.`)
  }
}

/** The path of a JSON file, or one of some names. A word that is neither is more likely a name that is spelled wrong. */
export function dataFile(names: readonly string[]): ConfigCheck {
  return (value, path, report) => {
    const isPath = typeof value === "string" && (/[/\\]/.test(value) || /\.json(#|$)/.test(value))
    if (isPath || (typeof value === "string" && names.includes(value))) return
    const named = names.length === 0 ? "" : `${names.join(", ")} or `
    report(path, `must be ${named}the path of a JSON file, such as "./deployments.json".`)
  }
}

export const switchboardKind: ConfigCheck = oneOf(devnetSwitchboardKinds, "the kinds of switchboards")

/** A chain's name. It must not look like a slug, because tasks take either, and it is part of the devnet's URLs. */
export const chainName: ConfigCheck = (value, path, report) => {
  if (typeof value === "string" && /^[A-Za-z][A-Za-z0-9_-]*$/.test(value)) return
  report(path, "must begin with a letter and contain only letters, digits, _ and -.")
}

/** The name of one of the project's contracts, as in its source. */
export const contractName: ConfigCheck = (value, path, report) => {
  if (typeof value === "string" && /^[A-Za-z_$][\w$]*$/.test(value)) return
  report(path, "must be the name of a contract: letters, digits, _ and $, not beginning with a digit.")
}

/** The base URL of an API. */
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

export const secret: ConfigCheck = (value, path, report) => {
  if (typeof value === "string" && value !== "") return
  if (isRecord(value) && value["_type"] === "ConfigurationVariable" && typeof value["name"] === "string") return
  report(path, 'must be configVariable("SOME_NAME"), or a non-empty string.')
}

/** A value of a header, where only plain characters are safe. */
export const text: ConfigCheck = (value, path, report) => {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return
  report(path, "must be a string of plain characters, without spaces.")
}

/** A list whose entries are all checked. */
export function listOf(check: ConfigCheck, what: string): ConfigCheck {
  return (value, path, report) => {
    if (!Array.isArray(value)) {
      report(path, `must be a list of ${what}.`)
      return
    }
    for (const [index, entry] of (value as unknown[]).entries()) check(entry, [...path, index], report)
  }
}

/** The origin of a web page. */
export const origin: ConfigCheck = (value, path, report) => {
  if (typeof value === "string" && parseOrigin(value) !== undefined) return
  report(path, `must be an origin. ${originAdvice}`)
}

export const address: ConfigCheck = (value, path, report) => {
  if (typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value)) return
  report(path, "must be an address: 0x and 40 hexadecimal digits.")
}

export const slug: ConfigCheck = wholeNumber(1, 2 ** 32 - 1)
export const chainId: ConfigCheck = wholeNumber(1, Number.MAX_SAFE_INTEGER)
export const port: ConfigCheck = wholeNumber(1, 65_535)
/** Seconds, at most a year. */
export const optimisticTimeout: ConfigCheck = wholeNumber(1, 31_536_000)
export const mebibytes: ConfigCheck = wholeNumber(1, Number.MAX_SAFE_INTEGER)

function wholeNumber(lowest: number, highest: number): ConfigCheck {
  return (value, path, report) => {
    if (Number.isInteger(value) && (value as number) >= lowest && (value as number) <= highest) return
    report(path, `must be a whole number from ${lowest} to ${highest}.`)
  }
}
