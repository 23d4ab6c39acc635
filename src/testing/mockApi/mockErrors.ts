import { PlugsError } from "../../primitives/PlugsError.js"

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
