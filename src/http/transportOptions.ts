import { InsecureUrlError } from "./errors.js"
import { checkMilliseconds } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

type Limits = { timeout: number; totalTimeout: number; retries: number }

const defaults: Limits = { timeout: 10_000, totalTimeout: 30_000, retries: 3 }

/**
 * Checks a base URL. An error does not repeat it, because it may contain a key by mistake.
 *
 * @throws {InvalidInputError} not a URL, or a URL with credentials, a query or a fragment
 * @throws {InsecureUrlError} http to another machine
 */
export function readBaseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) {
    throw new InvalidInputError({
      argument: "baseUrl",
      problem: "it is not a URL",
      fix: "Include the scheme and host, as in https://api.example.org.",
    })
  }
  const url = new URL(baseUrl)
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new InvalidInputError({
      argument: "baseUrl",
      problem: "it contains credentials, a query or a fragment",
      fix: "Use only scheme, host and path. Put credentials in headers.",
    })
  }
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))
  if (!safe) throw new InsecureUrlError(`${url.protocol}//${url.host}`)
  return url
}

/** Checks headers here, because a library that fails on an invalid value later would show the secret. */
export function readHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (isSendable(name, value)) continue
    throw new InvalidInputError({
      argument: `header ${JSON.stringify(name)}`,
      problem: "its name or value is not valid in HTTP",
      fix: "Use visible ASCII characters, and check that you did not copy a line break.",
    })
  }
  return { ...headers }
}

/** Applies the defaults, and rejects limits with which a request would never end or end at once. */
export function readLimits(limits: { [K in keyof Limits]?: Limits[K] | undefined }): Limits {
  const { timeout = defaults.timeout, totalTimeout = defaults.totalTimeout, retries = defaults.retries } = limits
  for (const [argument, ms] of Object.entries({ timeout, totalTimeout })) checkMilliseconds(ms, argument)
  if (!Number.isInteger(retries) || retries < 0) {
    throw new InvalidInputError({
      argument: "retries",
      problem: `${retries} is not a number of retries`,
      fix: "Use a whole number; 0 means a single attempt.",
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
