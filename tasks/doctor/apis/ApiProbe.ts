import type { ResolvedConfigurationVariable } from "hardhat/types/config"

import { isPlugsError, type PlugsError } from "../../../src/primitives/PlugsError.js"
import type { Clock } from "../../../src/primitives/clock.js"
import { lazily } from "../../../src/primitives/lazily.js"
import { wallTimeOf } from "../clocks.js"

export type ApiName = "messaging" | "gateway" | "swap"

/** What one request to an API showed. The request reads, and costs nothing. */
export type ApiAnswer = {
  /** Why the request could not be made: the key is not there, or something of the configuration does not fit. */
  readonly notAsked?: { readonly about: "key" | "api"; readonly error: unknown } | undefined
  /** The error of the request, if it had one. */
  readonly error?: PlugsError | undefined
  /** Milliseconds that the API's clock is ahead of this machine's, by its `Date` header; `undefined` if it sends none. */
  readonly ahead?: number | undefined
}

/** An API of the configuration, asked once for all checks. */
export type ApiProbe = {
  readonly name: ApiName
  /** Scheme and host. */
  readonly origin: string
  /** Whether it is the devnet's that the configuration describes. */
  readonly isDevnet: boolean
  /** Whether a key is sent. */
  readonly hasKey: boolean
  readonly ask: () => Promise<ApiAnswer>
}

export type CreateApiProbeParameters = {
  readonly name: ApiName
  readonly baseUrl: string
  /** The API's URL on the devnet. */
  readonly devnetUrl: string
  readonly apiKey: ResolvedConfigurationVariable | undefined
  readonly clock: Clock
  /** Makes the request, through a client with this key and this `fetch`. */
  readonly request: (options: { apiKey: string | undefined; fetch: typeof globalThis.fetch }) => Promise<unknown>
}

/** Creates the probe of an API. */
export function createApiProbe({
  name,
  baseUrl,
  devnetUrl,
  apiKey,
  clock,
  request,
}: CreateApiProbeParameters): ApiProbe {
  return {
    name,
    origin: URL.parse(baseUrl)?.origin ?? "an invalid URL",
    isDevnet: baseUrl === devnetUrl,
    hasKey: apiKey !== undefined,
    ask: lazily(async () => {
      let key: string | undefined
      try {
        key = await apiKey?.get()
        if (key?.trim() === "") throw new Error("The key is empty.")
      } catch (error) {
        return { notAsked: { about: "key", error } }
      }
      let ahead: number | undefined
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const response = await globalThis.fetch(input, init)
        const date = Date.parse(response.headers.get("date") ?? "")
        // The header has whole seconds: it is up to one second behind.
        ahead = Number.isNaN(date) ? undefined : date + 500 - wallTimeOf(clock)
        return response
      }
      try {
        await request({ apiKey: key, fetch })
        return { ahead }
      } catch (error) {
        if (!isPlugsError(error)) throw error
        // These are thrown before anything is sent.
        if (["INVALID_INPUT", "INSECURE_URL"].includes(error.code)) return { notAsked: { about: "api", error } }
        return { error, ahead }
      }
    }),
  }
}
