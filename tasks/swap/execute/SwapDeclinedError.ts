import { PlugsError } from "../../../src/primitives/PlugsError.js"

/** The user did not confirm the swap. */
export class SwapDeclinedError extends PlugsError {
  readonly code = "SWAP_DECLINED"

  constructor(message = "The swap was not confirmed. Nothing was sent.") {
    super(message)
  }
}
