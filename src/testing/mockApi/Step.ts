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
