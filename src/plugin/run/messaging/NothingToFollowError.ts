import { PlugsError } from "../../../primitives/PlugsError.js"

/** Messages were to be followed, but the transaction sent none. It is mined all the same. */
export class NothingToFollowError extends PlugsError {
  readonly code = "NOTHING_TO_FOLLOW"

  constructor(hash: string) {
    super("There is nothing to follow: the transaction sent no message.", {
      facts: { transaction: hash },
      next: "Check the function and its arguments, and that the plug's socket is the one of plugs.chains.",
    })
  }
}
