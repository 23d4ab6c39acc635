import { PlugsError } from "../../../../primitives/PlugsError.js"

/** An assertion about messages was given something that `send` has not returned. */
export class NotSentError extends PlugsError {
  readonly code = "NOT_SENT"
  constructor(subject: unknown) {
    super(`The assertion was given ${nameOf(subject)}, which is not what send returns.`, {
      next: "Give it what send of a contract of a world returns, or its promise: expect(alpha.send.greet(args)).to.be.delivered.",
    })
  }
}

function nameOf(subject: unknown): string {
  if (typeof subject === "function") return "a function"
  if (typeof subject === "string") return /^0x[0-9a-f]{64}$/i.test(subject) ? "a hash" : "a string"
  if (typeof subject !== "object" || subject === null) return String(subject)
  return "hash" in subject ? "an object that no world has sent" : "an object"
}
