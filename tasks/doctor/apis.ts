import type { ResolvedConfigurationVariable } from "hardhat/types/config"

import { failed, type Finding, ok, skipped, warning } from "./checks.js"
import { fixClock, maxSkewMs, wallTimeOf } from "./machine.js"
import { findOddity, keepBeginning } from "./oddAnswers.js"
import type { DoctorChain } from "./subjects/DoctorChain.js"
import { createGatewayClient } from "#src/gateway/createGatewayClient.js"
import { StatusError } from "#src/http/errors.js"
import { lazySchemas } from "#src/http/parsing/lazySchemas.js"
import { createTransport } from "#src/http/transport.js"
import { createMessagingClient } from "#src/messaging/createMessagingClient.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { devnetApiUrl, devnetUrl } from "#src/plugin/config/resolvePlugs.js"
import { extras } from "#src/plugin/extras.js"
import { zeroHash } from "#src/primitives/address.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

/**
 * Creates a probe for each API of the configuration.
 *
 * @param options.chains the chains that are checked: the messaging API is asked about one of them
 * @param options.timeout milliseconds for the request
 */
export function createApiProbes(
  { messaging, gateway, swap, devnet }: PlugsConfig,
  { chains, clock, timeout }: { chains: readonly DoctorChain[]; clock: Clock; timeout: number },
): readonly ApiProbe[] {
  // The devnet knows its own chains, and the API of another system those of that.
  const isOnDevnet = messaging.baseUrl === devnetApiUrl(devnet.port, "messaging")
  const asked = chains.find(({ isDevnet }) => isDevnet === isOnDevnet) ?? chains[0]
  const limits = { clock, timeout, totalTimeout: timeout, retries: 1 }
  return [
    createApiProbe({
      chains,
      name: "messaging",
      devnetUrl: devnetApiUrl(devnet.port, "messaging"),
      ...{ ...messaging, clock },
      request: ({ apiKey = "", fetch }) =>
        createMessagingClient({ ...limits, baseUrl: messaging.baseUrl, apiKey, fetch }).getMessages({
          srcChainSlug: asked?.slug ?? 1,
          srcTxHash: zeroHash,
        }),
    }),
    createApiProbe({
      chains,
      ...{ name: "gateway", baseUrl: gateway.baseUrl, devnetUrl: devnetApiUrl(devnet.port, "gateway"), clock },
      apiKey: undefined,
      request: ({ fetch }) =>
        createGatewayClient({ ...limits, baseUrl: gateway.baseUrl, fetch }).getTransaction({ txHash: zeroHash }),
    }),
    createApiProbe({
      // The devnet's swap API need not know the other chains of a project.
      chains: swap.baseUrl === devnetApiUrl(devnet.port, "swap") ? [] : chains,
      ...{
        name: "swap",
        baseUrl: swap.baseUrl,
        apiKey: swap.apiKey,
        devnetUrl: devnetApiUrl(devnet.port, "swap"),
        clock,
      },
      request: async ({ apiKey, fetch }) =>
        (await extras.swapClient())
          .createSwapClient({
            ...{ ...limits, baseUrl: swap.baseUrl, affiliate: swap.affiliate },
            ...{ apiKey, fetch },
          })
          .getSupportedChains(),
    }),
  ]
}

type ApiName = "messaging" | "gateway" | "swap"

/** What one request to an API showed. The request reads, and costs nothing. */
type ApiAnswer = {
  /** Why the request could not be made: the key is not there, or something of the configuration does not fit. */
  readonly notAsked?: { readonly about: "key" | "api"; readonly error: unknown } | undefined
  /** The error of the request, if it had one. */
  readonly error?: PlugsError | undefined
  /** Why its answer may be that of another API. */
  readonly oddity?: string | undefined
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

type CreateApiProbeParameters = {
  readonly name: ApiName
  /** The chains that it should know. */
  readonly chains: readonly DoctorChain[]
  readonly baseUrl: string
  /** The API's URL on the devnet. */
  readonly devnetUrl: string
  readonly apiKey: ResolvedConfigurationVariable | undefined
  readonly clock: Clock
  /** Makes the request, through a client with this key and this `fetch`. */
  readonly request: (options: { apiKey: string | undefined; fetch: typeof globalThis.fetch }) => Promise<unknown>
}

/** Creates the probe of an API. */
function createApiProbe({
  name,
  chains,
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
      let beginning = () => ""
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const response = await globalThis.fetch(input, init)
        const date = Date.parse(response.headers.get("date") ?? "")
        // The header has whole seconds: it is up to one second behind.
        ahead = Number.isNaN(date) ? undefined : date + 500 - wallTimeOf(clock)
        if (!response.ok) return response
        const kept = keepBeginning(response)
        beginning = kept.beginning
        return kept.response
      }
      try {
        const answer = await request({ apiKey: key, fetch })
        return { ahead, oddity: findOddity(name, { answer, beginning: beginning(), chains }) }
      } catch (error) {
        if (!isPlugsError(error)) throw error
        // These are thrown before anything is sent.
        if (["INVALID_INPUT", "INSECURE_URL"].includes(error.code)) return { notAsked: { about: "api", error } }
        return { error, ahead }
      }
    }),
  }
}

const partly =
  "If it does not know one of the chains, messages of that chain can be sent all the same, and are followed on the chains themselves."

/** Checks that an API answers, and that what answers is that API. */
export async function checkApi({ name, origin, ask }: ApiProbe): Promise<Finding> {
  const { notAsked, error, oddity } = await ask()
  if (notAsked?.about === "key") return skipped("It was not asked, because its key is missing.")
  if (notAsked !== undefined) return await failureOf(notAsked.error)
  const check = `Check config.plugs.${name}.baseUrl, and that this machine reaches it.`
  if (oddity !== undefined) return warning(`${origin}: ${oddity}`, check)
  if (error === undefined || isAnswer(name, error)) return ok(`${origin} answers.`)
  const says = `${origin}: ${(await failureOf(error)).says}`
  if (error.code === "RATE_LIMITED") return warning(says, error.next ?? "Try again later.")
  if (!(error instanceof StatusError)) return failed(says, check)
  // It may be the right answer, of an API that says it in other words.
  const isOther = name !== "messaging" || error.code === "PATH_NOT_FOUND"
  if (error.status === 404) return isOther ? failed(says, check) : warning(says, check)
  // The API may fail about what was asked only, as it does for a chain that it does not know.
  return error.status < 502 ? warning(says, partly) : failed(says, check)
}

/** Explaining takes viem, and most checks find nothing to explain. */
async function failureOf(error: unknown): Promise<Finding> {
  return (await import("./explainFailure.js")).explainFailure(error)
}

/** Recognizes errors that only the right API gives to the question that it was asked. */
function isAnswer(name: ApiName, error: PlugsError): boolean {
  if (!(error instanceof StatusError)) return false
  if (error.code === "UNAUTHORIZED") return true
  // The question was about a transaction that does not exist. A server without such a route answers 404 too, but without a code.
  if (name === "messaging") return error.code === "NOT_FOUND" && error.serverCode !== undefined
  return name === "gateway" && error.status === 400
}

/** Checks that an API accepts the configured key. The key itself is never shown. */
export async function checkApiKey({ name, origin, isDevnet, hasKey, ask }: ApiProbe): Promise<Finding> {
  const { notAsked, error, oddity } = await ask()
  if (notAsked?.about === "key") return await failureOf(notAsked.error)
  const own = `Set config.plugs.${name}.apiKey to the key that was issued for ${origin}.`
  if (error?.code === "UNAUTHORIZED") {
    const says = hasKey ? `${origin} refuses the key.` : `${origin} wants a key, and none is configured.`
    return failed(says, isDevnet ? `Leave out config.plugs.${name}.apiKey: the devnet has a key of its own.` : own)
  }
  if (notAsked !== undefined || oddity !== undefined || (error !== undefined && !isAnswer(name, error))) {
    return skipped("The API does not answer what was asked.")
  }
  return ok(hasKey ? `${origin} accepts the key.` : `${origin} takes no key.`)
}

/** Checks the machine's clock against an API's, whose quotes expire by its own. */
export async function checkApiClock({ origin, ask }: ApiProbe): Promise<Finding> {
  const { ahead } = await ask()
  if (ahead === undefined) return skipped("It did not say what time it has.")
  const difference = formatDuration(Math.abs(ahead))
  if (Math.abs(ahead) <= maxSkewMs) return ok("Its clock and this machine's agree.")
  const says = `This machine's clock is ${difference} ${ahead > 0 ? "behind" : "ahead of"} that of ${origin}.`
  return warning(says, fixClock())
}

/** What a devnet says of itself. */
const schemas = lazySchemas(async () => {
  const { z } = await import("zod")
  return {
    devnet: z.object({ name: z.literal("hardhat-plugs devnet"), chains: z.array(z.object({ name: z.string() })) }),
  }
})

type CheckDevnetParameters = {
  readonly config: {
    readonly messaging: Pick<PlugsConfig["messaging"], "baseUrl">
    readonly devnet: Pick<PlugsConfig["devnet"], "port">
  }
  /** The chains that are checked. */
  readonly chains: readonly Pick<DoctorChain, "isDevnet">[]
  readonly clock: Clock
  /** Milliseconds. */
  readonly timeout: number
}

/** Checks that the devnet runs. A project whose messages go over chains of its own does without. */
export async function checkDevnet({ config, chains, clock, timeout }: CheckDevnetParameters): Promise<Finding> {
  const { messaging, devnet } = config
  const url = devnetUrl(devnet.port)
  const transport = createTransport({ baseUrl: url, clock, timeout, totalTimeout: timeout, retries: 0 })
  try {
    const { chains: running } = await transport.get({
      route: "/",
      query: {},
      schema: schemas((module) => module.devnet),
    })
    return ok(`It runs with ${running.map(({ name }) => name).join(", ")}.`)
  } catch (error) {
    if (!isPlugsError(error)) throw error
    const isNeeded =
      chains.every(({ isDevnet }) => isDevnet) || messaging.baseUrl === devnetApiUrl(devnet.port, "messaging")
    if (!isNeeded) return skipped("Not checked: the devnet does not run, and this project has chains of its own.")
    if (error.code !== "UNREACHABLE" && error.code !== "TIMEOUT") {
      return failed(
        `What answers at ${url} is no devnet.`,
        `Stop that program, or give plugs.devnet.port another number, and start the devnet: npx hardhat devnet`,
      )
    }
    return failed(
      `The devnet does not run: nothing answers at ${url}.`,
      "Start it in another terminal, and leave it running: npx hardhat devnet",
    )
  }
}
