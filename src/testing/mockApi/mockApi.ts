import { checkOptions, invalid } from "../arguments.js"
import { checkScenario } from "./checkScenario.js"
import { createMockClock, type MockClock, type MockTime } from "./createMockClock.js"
import { type GatewayEntry, gatewayRoutes } from "./gatewayRoutes.js"
import { type MessagingEntry, messagingRoutes } from "./messagingRoutes.js"
import { createNumbered, type MockedProject, mockProject } from "./mockProject.js"
import {
  createTimeline,
  defineRoute,
  type ErrorStep,
  type MockedApi,
  type MockRoute,
  type Numbered,
  type StateStep,
} from "./MockRoute.js"
import type { GatewayClientOptions } from "#src/gateway/createGatewayClient.js"
import type { MessagingClientOptions } from "#src/messaging/createMessagingClient.js"
import { extras, type SwapClientOptions, type SwapEntry } from "#src/plugin/extras.js"
import { checkName } from "#src/primitives/checks.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { exactJson } from "#src/primitives/text.js"

/** A request that was sent to a mocked API. */
export type MockRequest = {
  /** `undefined` if it was sent to none of the three. */
  readonly api: MockedApi | undefined
  /** Such as `/v1/messages-from-tx`. */
  readonly route: string
  readonly query: Readonly<Record<string, string>>
  /** When it was sent, by the mock's clock. */
  readonly at: number
}

/**
 * The three APIs without a chain and without a network. With `using`, the end of the test reports requests that had no answer. Answers that
 * had no request are reported by `assertDone` alone, because a test that fails midway leaves some, and they would hide why it failed.
 */
export type MockApi = Disposable & {
  readonly fetch: typeof globalThis.fetch
  /** Options for `createMessagingClient`. */
  readonly messaging: MessagingClientOptions
  /** Options for `createGatewayClient`. */
  readonly gateway: GatewayClientOptions
  /** Options for `createSwapClient`. */
  readonly swap: SwapClientOptions
  /** The time of the mock and of the clients that take its options. */
  readonly clock: MockClock
  /** What was asked so far, in order. */
  readonly requests: readonly MockRequest[]
  /**
   * Checks at the end of a test that every request was foreseen, and that every answer was given.
   *
   * @throws {MockApiNotDoneError} a request had no answer, or an answer had no request
   */
  assertDone(): void
}

export type MockApiOptions = {
  /** `"stands"`: the clock moves only by `clock.advance`. Default: `"jumps"`. */
  readonly time?: MockTime | undefined
  /**
   * The project whose tasks, run in this process, and whose `connection.plugs` get the answers too, until the mock is disposed of or the
   * next one takes its place. The scenario can name the chains of its configuration. Default: only clients with the mock's options get them.
   */
  readonly hre?: { readonly config: MockedProject } | undefined
}

const origin = "http://127.0.0.1"
const apis = ["messaging", "gateway", "swap"] as const

/**
 * Mocks the swap, messaging and gateway APIs from a scenario: the states that each thing goes through, in order. Each request gets the next
 * answer; with `after`, an answer waits until its time has come. Nothing waits for real: when the code under test sleeps, the mock's clock
 * jumps to the end of the sleep.
 *
 * A request that the scenario does not have is refused at once with an `UnexpectedRequestError`, which no client tries again.
 *
 * @throws {InvalidInputError} an API, entry, option, state or chain of the scenario is unknown, or an entry has no answers
 * @example
 * using api = mockApi({ messaging: [{ srcTxHash, states: ["RECEIVED", { after: 2_000, status: "EXECUTION_SUCCESS" }] }] })
 * const client = createMessagingClient(api.messaging)
 * const message = await waitForMessage(client, { srcChainSlug: 41001, srcTxHash })
 * api.assertDone()
 */
export function mockApi(scenario: MockScenario, options: MockApiOptions = {}): MockApi {
  checkScenario(scenario)
  checkOptions("mockApi", options, ["time", "hre"])
  const { time = "jumps", hre } = options
  checkName(time, "time", { table: { jumps: true, stands: true }, called: "a way of the clock" })
  // What an answer is made of is loaded while time stands still, so that no client times out meanwhile.
  const clock = createMockClock(time, scenario.swap === undefined ? undefined : extras.mockedSwapApi())
  const numbered = createNumbered(hre?.config)
  const routesOf = {
    messaging: messagingRoutes((scenario.messaging ?? []).map(numbered)),
    gateway: gatewayRoutes((scenario.gateway ?? []).map(numbered)),
    swap: swapRoutes((scenario.swap ?? []).map(numbered)),
  }
  const routes = apis.flatMap((api) =>
    routesOf[api].map((route) => ({ api, route, timeline: createTimeline(checkSteps(route), () => clock.now()) })),
  )
  const requests: MockRequest[] = []
  const unexpected: string[] = []

  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const received = readRequest(request, clock.now())
    requests.push(received)
    const found = routes.find(({ api, route }) => received.api === api && answers(route, received))
    if (found === undefined) {
      const text = `${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`
      unexpected.push(text)
      throw new UnexpectedRequestError({ request: text, expected: routes.map(({ route }) => route.about) })
    }
    const step = found.timeline.next()
    if (step.slow !== undefined) await clock.sleep(step.slow, request.signal)
    return await respond(found.api, found.route, { step, asked: received.query })
  }

  function assertForeseen(unused: readonly string[] = []): void {
    if (unexpected.length > 0 || unused.length > 0) throw new MockApiNotDoneError({ unexpected, unused })
  }

  function assertDone(): void {
    const unused = routes.flatMap(({ route: { about }, timeline }) => {
      const left = timeline.left()
      if (timeline.requests === 0) return [`${about} (never asked for)`]
      return left.length === 0 ? [] : [`${about} (not got to ${left.join(", ")})`]
    })
    assertForeseen(unused)
  }

  const optionsOf = (api: MockedApi) => ({ baseUrl: `${origin}/${api}`, fetch, clock, random: () => 0 })
  const clients = {
    messaging: { ...optionsOf("messaging"), apiKey: "mocked" },
    gateway: optionsOf("gateway"),
    swap: { ...optionsOf("swap"), apiKey: "mocked", affiliate: "mocked" },
  }
  const end = hre && mockProject(hre.config.plugs, clients)
  return {
    fetch,
    ...clients,
    clock,
    requests,
    assertDone,
    [Symbol.dispose]: () => {
      end?.()
      assertForeseen()
    },
  }
}

function readRequest({ url }: Request, at: number): MockRequest {
  const { pathname, searchParams } = new URL(url)
  const api = apis.find((name) => pathname.startsWith(`/${name}/`))
  const route = api === undefined ? pathname : pathname.slice(api.length + 1)
  return { api, route, query: Object.fromEntries(searchParams), at }
}

function answers({ paths, query }: MockRoute, request: MockRequest): boolean {
  return (
    paths.includes(request.route) &&
    Object.entries(query).every(
      ([name, value]) => value === undefined || request.query[name]?.toLowerCase() === String(value).toLowerCase(),
    )
  )
}

function checkSteps({ about, steps }: MockRoute): MockRoute["steps"] {
  if (Array.isArray(steps) && steps.length > 0) return steps
  throw invalid("scenario", `there are no answers about ${about}`, "Give at least one state or error.")
}

/** Makes the response of an API for a step of a scenario. Throws what `fetch` throws if the connection is cut. */
async function respond(
  api: MockedApi,
  { body, unknown }: MockRoute,
  { step, asked }: { step: StateStep<unknown> | ErrorStep; asked: MockRequest["query"] },
): Promise<Response> {
  if (!("error" in step)) return json(await body(step.status, step.fields ?? {}, asked))
  const { error, message = `mocked error ${error}`, retryAfter } = step
  switch (error) {
    case "cut":
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("cut"), { code: "ECONNRESET" }) })
    case "malformed":
      return new Response('{"status": "SUCC', { headers: { "content-type": "application/json" } })
    case "empty":
      return json({})
    case "unknown":
      return unknown === undefined ? refuse(api, 404, "not known yet") : json(unknown)
    default: {
      const seconds = retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter / 1_000)) }
      return refuse(api, error, message, seconds)
    }
  }
}

/** Each API has errors of its own form. */
function refuse(api: MockedApi, status: number, message: string, headers: Record<string, string> = {}): Response {
  const forms = {
    messaging: { status: "ERROR", code: status === 404 ? "NOT_FOUND" : "ERROR", message },
    gateway: { error: message },
    swap: { success: false, statusCode: status, message },
  }
  return json(forms[api], { status, headers })
}

function json(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(exactJson(value), { status, headers: { ...headers, "content-type": "application/json" } })
}

/** A request that the scenario of `mockApi` does not have. */
export class UnexpectedRequestError extends PlugsError {
  readonly code = "UNEXPECTED_REQUEST"
  constructor({ request, expected }: { request: string; expected: readonly string[] }) {
    super(`The scenario of mockApi has no answer to ${request}.`, {
      facts: { "it has answers about": expected.length === 0 ? "nothing" : expected.join("; ") },
      next: "Add what is asked for to the scenario, or correct what the code under test asks for.",
    })
  }
}

/** A test has ended, and the requests were not those of the scenario of `mockApi`. */
export class MockApiNotDoneError extends PlugsError {
  readonly code = "MOCK_API_NOT_DONE"
  constructor({ unexpected, unused }: { unexpected: readonly string[]; unused: readonly string[] }) {
    super("The requests were not those of the scenario of mockApi.", {
      facts: {
        "has no answer to": unexpected.length === 0 ? undefined : unexpected.join("; "),
        "not used": unused.length === 0 ? undefined : unused.join("; "),
      },
      next: "Make the scenario say what the code under test asks for, or correct the code.",
    })
  }
}

/** What each API answers. An entry that is listed first is preferred where several fit a request. */
export type MockScenario = {
  readonly messaging?: readonly MessagingEntry[] | undefined
  readonly gateway?: readonly GatewayEntry[] | undefined
  readonly swap?: readonly SwapEntry[] | undefined
}

/** What each entry answers to. The bodies are made by what `extras` has of a mocked swap API. */
function swapRoutes(entries: readonly Numbered<SwapEntry>[]): MockRoute[] {
  return entries.map((entry) =>
    defineRoute<unknown>({
      ...requestOf(entry),
      body: async (answer, fields, asked) => (await extras.mockedSwapApi()).bodyOf(entry, { answer, fields, asked }),
    }),
  )
}

function requestOf(entry: Numbered<SwapEntry>): Omit<MockRoute, "body"> {
  if ("states" in entry) {
    const query = "quoteId" in entry ? { quoteId: entry.quoteId } : { srcTxHash: entry.srcTxHash }
    return { paths: ["/v3/swap/status"], query, about: `the route ${Object.values(query)[0]}`, steps: entry.states }
  }
  if ("quotes" in entry) {
    const { quotes: steps, originChainId, destinationChainId, inputToken, outputToken, userOps } = entry
    const query = { originChainId, destinationChainId, inputToken, outputToken, userOps }
    return { paths: ["/v3/swap/quote"], query, about: "a quote", steps }
  }
  if ("tokens" in entry) {
    const { tokens: steps, q } = entry
    const of = { paths: [`/v3/swap/tokens/${q === undefined ? "list" : "search"}`], query: { q }, steps }
    return { ...of, about: q === undefined ? "the list of tokens" : `tokens found by ${q}` }
  }
  if ("chains" in entry) {
    return { paths: ["/v3/swap/supported-chains"], query: {}, about: "the supported chains", steps: entry.chains }
  }
  return { paths: ["/v3/swap/providers"], query: {}, about: "the providers", steps: entry.providers }
}
