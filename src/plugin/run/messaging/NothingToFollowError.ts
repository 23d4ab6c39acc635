import { PlugsError } from "../../../primitives/PlugsError.js"

/** Messages were to be tracked, but the transaction sent none. The transaction itself was mined. */
export class NothingToFollowError extends PlugsError {
  readonly code = "NOTHING_TO_FOLLOW"

  constructor(hash: string) {
    super("There is nothing to follow: the transaction sent no message.", {
      facts: { transaction: hash },
      next: "Check the function and its arguments, and that the plug uses the socket in plugs.chains.",
    })
  }
}
