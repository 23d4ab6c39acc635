import type { SwapPlanFacts } from "../output/swapPlan.js"
import type { TargetQuestion } from "#extras/swap/src/checks/confirmContracts.js"
import type { ExecutionStep } from "#extras/swap/src/execution/executionStates.js"
import type { ExecuteRouteReturnType, JournalEntry, SignedEntry } from "#extras/swap/src/execution/types.js"
import { AbortedError } from "#src/http/errors.js"
import type { GasForecast } from "#src/onchain/gas/forecastGas.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** What a command that swaps asks. */
export type SwapQuestion =
  /** What the swap will do, and whether to do it. */
  | { readonly kind: "confirm"; readonly plan: SwapPlanFacts }
  /** Whether to use a contract that is in no list. */
  | { readonly kind: "confirmTarget"; readonly target: TargetQuestion }
  /** Whether to go on with a new quote that does what was not shown. */
  | { readonly kind: "confirmCall"; readonly differences: readonly string[] }
  /** Whether to use up the nonce of a transaction of an earlier run, by an empty payment of the account to itself. */
  | { readonly kind: "confirmNonce"; readonly entry: SignedEntry; readonly gas: GasForecast | undefined }

/** A step of a command that swaps, from its plan to the end of its route. A question that is not answered means no. */
export type SwapStep =
  | (SwapQuestion & { readonly answer: (isConfirmed: boolean) => void })
  /** An execution that an earlier run began is resumed. */
  | { readonly kind: "resumed"; readonly entry: JournalEntry }
  /** The transaction of an earlier run was replaced, or given up because its quote expired. The swap begins anew. */
  | { readonly kind: "replaced"; readonly entry: JournalEntry }
  | { readonly kind: "execution"; readonly step: ExecutionStep }
  /** The API does not answer, or answers again if there is no error. */
  | { readonly kind: "trouble"; readonly error: unknown }
  /** Milliseconds until the API is asked again. */
  | { readonly kind: "waiting"; readonly ms: number }
  | { readonly kind: "end"; readonly result: ExecuteRouteReturnType }
  /** The execution ended with an error, which is thrown next. */
  | { readonly kind: "failed"; readonly error: unknown }

/** The user did not confirm the swap. */
export class SwapDeclinedError extends PlugsError {
  readonly code = "SWAP_DECLINED"

  constructor(message = "The swap was not confirmed. Nothing was sent.") {
    super(message)
  }
}

/**
 * Asks whether a swap should be executed.
 *
 * @throws {SwapDeclinedError} the answer is no
 * @throws {AbortedError} the signal was aborted meanwhile
 */
export function* confirmPlan(plan: SwapPlanFacts, signal: AbortSignal): Generator<SwapStep, void> {
  let isConfirmed = false
  yield { kind: "confirm", plan, answer: (answer) => (isConfirmed = answer) }
  assertConfirmed(isConfirmed, signal)
}

/** Ends a command whose question was answered with no. */
export function assertConfirmed(isConfirmed: boolean, signal: AbortSignal, refusal?: string): void {
  if (signal.aborted) throw new AbortedError()
  if (!isConfirmed) throw new SwapDeclinedError(refusal)
}
