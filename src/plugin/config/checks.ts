import { isLoopback } from "../../primitives/isLoopback.js"

export type Path = readonly (string | number)[]

/** Takes down what is wrong and where, so that a user sees all of it at once. */
export type Report = (path: Path, message: string) => void

/** One kind of value in the configuration. Its messages go on where the path ends: "config.plugs.devnet.port: must be …". */
export type Check = (value: unknown, path: Path, report: Report) => void

/** An object with known keys only. Those that aren't required may be left out. */
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

/** An object whose keys are names of chains. */
export function byChainName(check: Check): Check {
  return (value, path, report) => {
    if (!isRecord(value)) {
      report(path, "must be an object with one key a chain.")
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

/** A name can't look like a slug, because a task takes either. It is also part of the devnet's URLs. */
export const chainName: Check = (value, path, report) => {
  if (typeof value === "string" && /^[A-Za-z][A-Za-z0-9_-]*$/.test(value)) return
  report(path, "must begin with a letter and go on with letters, digits, _ and - alone.")
}

/** Where one of the APIs answers. */
export function baseUrl(api: string, { hasKey }: { hasKey: boolean }): Check {
  return (value, path, report) => {
    if (typeof value !== "string" || !URL.canParse(value)) {
      report(path, `must be a URL, such as "https://${api}.example".`)
      return
    }
    const { protocol, username, password, search, hash } = new URL(value)
    if (username !== "" || password !== "") {
      report(path, `must not carry a user or password${hasKey ? ": use apiKey" : ""}.`)
    } else if (search !== "" || hash !== "") report(path, "must end with its path, without a query or fragment.")
    else if (protocol !== "https:" && !(protocol === "http:" && isLoopback(value))) {
      report(path, `must be https. Plain http is for this machine alone, such as http://127.0.0.1:8645/${api}.`)
    }
  }
}

export const secret: Check = (value, path, report) => {
  if (typeof value === "string" && value !== "") return
  if (isRecord(value) && value["_type"] === "ConfigurationVariable" && typeof value["name"] === "string") return
  report(path, 'must be configVariable("SOME_NAME"), or a text that is not empty.')
}

/** It goes into a header, where nothing but plain characters is safe. */
export const text: Check = (value, path, report) => {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return
  report(path, "must be a text of plain characters, without spaces.")
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
