import type { Address } from "viem"

import { argument, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** A function that was to connect a plug would do something else, or more than that. It was not called. */
export class NotOnlyAConnectionError extends PlugsError {
  readonly code = "NOT_ONLY_A_CONNECTION"

  /** @param effect what it would do besides; `undefined` if it would not make the connection */
  constructor({ plug, functionName, effect }: { plug: Address; functionName: string; effect: string | undefined }) {
    const finding =
      effect === undefined ? "would not make this connection" : `would do more than connect the plug: ${effect}`
    super(`The function ${functionName} ${finding}.`, {
      facts: { plug, function: functionName, effect },
      next: "Check the function and its arguments. One that does more than connect the plug is called by itself, with a tool that shows its call.",
    })
  }
}

/** The node cannot show what a function would do that is not `connect(uint32,address,address)`. It was not called. */
export class CallNotShownError extends PlugsError {
  readonly code = "CALL_NOT_SHOWN"

  constructor({ plug, functionName }: { plug: Address; functionName: string }) {
    super(`The node cannot show what ${functionName} would do besides connecting the plug.`, {
      facts: { plug, function: functionName },
      next: "Use a node with eth_simulateV1 or debug_traceCall. If nobody is known who may send the call, name the owner of the plug.",
    })
  }
}

/** A switchboard is not one of those that are known on its chain. It alone decides which messages reach the plug. */
export class SwitchboardNotKnownError extends PlugsError {
  readonly code = "SWITCHBOARD_NOT_KNOWN"

  constructor({ switchboard, chain }: { switchboard: Address; chain: string }) {
    super(`Switchboard ${switchboard} is not one of those that are known on ${chain}.`, {
      facts: { switchboard, chain },
      next: text`Whoever controls it decides which messages reach the plug. If you trust it, name it with ${argument("allowedSwitchboards")}.`,
    })
  }
}
