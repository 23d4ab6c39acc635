import { isLoopback } from "../primitives/isLoopback.js"
import { InvalidInputError } from "../primitives/InvalidInputError.js"

import { InsecureUrlError } from "./errors.js"

type Limits = { timeout: number; totalTimeout: number; retries: number }

const defaults: Limits = { timeout: 10_000, totalTimeout: 30_000, retries: 3 }

/** Checks a base URL. What is refused is not repeated, because a key may have been put there by mistake. */
export function readBaseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) {
    throw new InvalidInputError({
      argument: "baseUrl",
      problem: "it is not a URL",
      fix: "Write it with scheme and host, such as https://api.example.org.",
    })
  }
  const url = new URL(baseUrl)
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new InvalidInputError({
      argument: "baseUrl",
      problem: "it carries credentials, a query or a fragment",
      fix: "Give scheme, host and path alone; credentials belong into headers.",
    })
  }
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))
  if (!safe) throw new InsecureUrlError(`${url.protocol}//${url.host}`)
  return url
}

/** Checks headers, so that a value that HTTP can't carry is refused here and not shown by whatever fails on it later. */
export function readHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (isSendable(name, value)) continue
    throw new InvalidInputError({
      argument: `header ${JSON.stringify(name)}`,
      problem: "its name or value can't be sent",
      fix: "Use visible ASCII characters, and check that no line break was copied along.",
    })
  }
  return { ...headers }
}

/** Fills in the defaults and refuses limits that would never or always end a request. */
export function readLimits(given: { [K in keyof Limits]?: Limits[K] | undefined }): Limits {
  const { timeout = defaults.timeout, totalTimeout = defaults.totalTimeout, retries = defaults.retries } = given
  for (const [argument, ms] of Object.entries({ timeout, totalTimeout })) {
    if (Number.isFinite(ms) && ms > 0) continue
    throw new InvalidInputError({ argument, problem: `${ms} is no time limit`, fix: "Give milliseconds above zero." })
  }
  if (!Number.isInteger(retries) || retries < 0) {
    throw new InvalidInputError({
      argument: "retries",
      problem: `${retries} is not a number of retries`,
      fix: "Give a whole number, 0 for a single attempt.",
    })
  }
  return { timeout, totalTimeout, retries }
}

function isSendable(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}
