import { isRecord } from "#src/primitives/isRecord.js"

/** When an answer is given, and how. */
export type StepTiming = {
  /** Milliseconds that must have passed since the answer before it was first given. Default: 0. */
  readonly after?: number | undefined
  /** How many requests get this answer before the next one may come. The last answer is given to all that follow. Default: 1. */
  readonly times?: number | undefined
  /** Milliseconds until the answer comes. An attempt that waits longer than its timeout fails. Default: 0. */
  readonly slow?: number | undefined
}

/** An error of an API: a status of HTTP, or what became of the response. */
export type MockError =
  | number
  /** The API does not know yet what is asked for. Each API says this in its own way. */
  | "unknown"
  /** The body is no JSON. */
  | "malformed"
  /** The body is JSON that has none of the fields. */
  | "empty"
  /** The connection is cut before the response. */
  | "cut"

/** An answer that is an error. */
export type ErrorStep = StepTiming & {
  readonly error: MockError
  /** What the server says. */
  readonly message?: string | undefined
  /** Milliseconds that the server asks to wait, rounded up to whole seconds. */
  readonly retryAfter?: number | undefined
}

/** A state with what else is to be said about it. */
export type StateStep<State> = StepTiming & {
  readonly status: State
  /** Fields of the response that are to be other than the mock makes them. An amount can be a bigint. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined
}

/** One answer: a state, a state with its time, or an error. */
export type Step<State> = State | StateStep<State> | ErrorStep

export type MockedApi = "messaging" | "gateway" | "swap"

/** What one entry of a scenario answers to. */
export type MockRoute<State = unknown> = {
  /** Its path; several if the API has more than one name for it. */
  readonly paths: readonly string[]
  /** The parameters that a request must have. */
  readonly query: Readonly<Record<string, string | number | undefined>>
  /** What it is about, such as `the messages of 0xabc…`. */
  readonly about: string
  readonly steps: readonly Step<State>[]
  /** The body of a response in this state, or its promise. */
  readonly body: (
    status: State,
    fields: Readonly<Record<string, unknown>>,
    /** The parameters of the request. */
    asked: Readonly<Record<string, string>>,
  ) => unknown
  /** The body while the API does not know what is asked for; `undefined` if that is an error with status 404. */
  readonly unknown?: unknown
}

/** A chain's name in the configuration, or its number. */
export type MockedChain = number | string

/** The fields of an entry that name chains, and the number that each takes. */
export const chainFields = {
  srcChainSlug: "slug",
  dstChainSlug: "slug",
  chainSlug: "slug",
  originChainId: "chainId",
  destinationChainId: "chainId",
} as const

/** An entry whose chains are numbers. */
export type Numbered<Entry> = Entry extends unknown
  ? { readonly [Key in keyof Entry]: Key extends keyof typeof chainFields ? Exclude<Entry[Key], string> : Entry[Key] }
  : never

/** Makes a route of any kind of state. Its states come from its own steps, so the two agree. */
export function defineRoute<State>(route: MockRoute<State>): MockRoute {
  return route as unknown as MockRoute
}

/** Answers in the order in which they are given. */
type Timeline<State> = {
  /** The answer to the next request. */
  next(): StateStep<State> | ErrorStep
  /** How many requests were answered. */
  readonly requests: number
  /** The answers that no request has got, as text. */
  left(): readonly string[]
}

const unknownYet: ErrorStep = { error: "unknown" }

/** Makes a timeline of answers: each request gets the next one, unless its time has not come. */
export function createTimeline<State>(steps: readonly Step<State>[], now: () => number): Timeline<State> {
  const all = steps.map((step): StateStep<State> | ErrorStep =>
    isRecord(step) && ("status" in step || "error" in step) ? step : { status: step },
  )
  let index = -1
  let since = now()
  let answered = 0
  let requests = 0

  function mayGoOn(): boolean {
    const following = all[index + 1]
    // The answer that came last has come at least once.
    if (following === undefined || answered < (all[index]?.times ?? 0)) return false
    return now() - since >= (following.after ?? 0)
  }

  return {
    next() {
      requests += 1
      if (mayGoOn()) {
        index += 1
        since = now()
        answered = 0
      }
      answered += 1
      return all[index] ?? unknownYet
    },
    get requests() {
      return requests
    },
    left: () => all.slice(index + 1).map(textOf),
  }
}

function textOf<State>(step: StateStep<State> | ErrorStep): string {
  if ("error" in step) return `the error ${step.error}`
  return typeof step.status === "string" || Array.isArray(step.status) ? String(step.status) : "the answer"
}
