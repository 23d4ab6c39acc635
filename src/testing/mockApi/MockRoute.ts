import type { Step } from "./Step.js"

/** The APIs that are mocked. */
export type MockedApi = "messaging" | "gateway" | "swap"

/** What one entry of a scenario answers to. */
export type MockRoute<State = unknown> = {
  readonly api: MockedApi
  /** Its path; several if the API has more than one name for it. */
  readonly paths: readonly string[]
  /** The parameters that a request must have. */
  readonly query: Readonly<Record<string, string | number | undefined>>
  /** What it is about, such as `the messages of 0xabc…`. */
  readonly about: string
  readonly steps: readonly Step<State>[]
  /** The body of a response in this state. */
  readonly body: (status: State, fields: Readonly<Record<string, unknown>>) => unknown
  /** The body while the API does not know what is asked for; `undefined` if that is an error with status 404. */
  readonly unknown?: unknown
}

/** Makes a route of any kind of state. Its states come from its own steps, so the two agree. */
export function defineRoute<State>(route: MockRoute<State>): MockRoute {
  return route as unknown as MockRoute
}
