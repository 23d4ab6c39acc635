import { PlugsError } from "../../primitives/PlugsError.js"

/** Something was to be delivered up to a state that it has passed. */
export class StatePassedError extends PlugsError {
  readonly code = "STATE_PASSED"
  constructor({ what, id, until, status }: { what: string; id: string; until: string; status: string }) {
    super(`A ${what} cannot be delivered up to ${until}: it is ${status} already.`, {
      facts: { [what]: id, state: status },
      next: 'Take delivery into your hands before the transaction: call world.manual(), or create the world with { delivery: "manual" }.',
    })
    this.name = "StatePassedError"
  }
}
