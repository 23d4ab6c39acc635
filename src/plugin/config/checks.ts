import { isLoopback } from "../../primitives/isLoopback.js"

export type Path = readonly (string | number)[]

/** Records a problem and its path, so that a user sees all problems at once. */
export type Report = (path: Path, message: string) => void

/** Checks one kind of value. Its messages follow the path, as in "config.plugs.devnet.port: must be …". */
export type Check = (value: unknown, path: Path, report: Report) => void

/** An object with only known keys, which are optional unless they are required. */
export function object(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
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

/** An object whose keys are chain names. */
export function byChainName(check: Check): Check {
  return (value, path, report) => {
    if (!isRecord(value)) {
      report(path, "must be an object with one key for each chain.")
      return
    }
    for (const [key, entry] of Object.entries(value)) {
      chainName(key, [...path, key], report)
      check(entry, [...path, key], report)
    }
  }
}

export function oneOf(known: readonly string[], what: string): Check {
  return (value, path, report) => {
    if (typeof value === "string" && known.includes(value)) return
    report(path, `must name one of ${what}: ${known.join(", ")}.`)
  }
}

/** A chain's name. It must not look like a slug, because tasks take either, and it is part of the devnet's URLs. */
export const chainName: Check = (value, path, report) => {
  if (typeof value === "string" && /^[A-Za-z][A-Za-z0-9_-]*$/.test(value)) return
  report(path, "must begin with a letter and contain only letters, digits, _ and -.")
}

/** The base URL of an API. */
export function baseUrl(api: string, { hasKey }: { hasKey: boolean }): Check {
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

export const secret: Check = (value, path, report) => {
  if (typeof value === "string" && value !== "") return
  if (isRecord(value) && value["_type"] === "ConfigurationVariable" && typeof value["name"] === "string") return
  report(path, 'must be configVariable("SOME_NAME"), or a non-empty string.')
}

/** A value of a header, where only plain characters are safe. */
export const text: Check = (value, path, report) => {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return
  report(path, "must be a string of plain characters, without spaces.")
}

export const address: Check = (value, path, report) => {
  if (typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value)) return
  report(path, "must be an address: 0x and 40 hexadecimal digits.")
}

export const slug: Check = wholeNumber(1, 2 ** 32 - 1)
export const chainId: Check = wholeNumber(1, Number.MAX_SAFE_INTEGER)
export const port: Check = wholeNumber(1, 65_535)

function wholeNumber(lowest: number, highest: number): Check {
  return (value, path, report) => {
    if (Number.isInteger(value) && (value as number) >= lowest && (value as number) <= highest) return
    report(path, `must be a whole number from ${lowest} to ${highest}.`)
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
