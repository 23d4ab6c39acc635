import { PlugsError } from "../../../primitives/PlugsError.js"

/** The actors were waited for until nothing is left to do, but each thing that they did gave them another one. */
export class EndlessWorkError extends PlugsError {
  readonly code = "ENDLESS_WORK"
  /** @param begun how often an actor has begun something meanwhile */
  constructor({ begun }: { begun: number }) {
    super(`The actors find no end: they have begun work ${begun} times, and still have something to do.`, {
      facts: { begun: String(begun) },
      next: "Look for contracts that answer every message with another one, and let them stop. To look at the first few, deliver by hand: world.manual(), then world.deliverNext().",
    })
    this.name = "EndlessWorkError"
  }
}
