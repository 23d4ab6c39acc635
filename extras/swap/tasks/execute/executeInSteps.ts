import type { SwapPlanFacts } from "../output/swapPlan.js"
import type { SwapRun } from "./openSwapRun.js"
import { planOfEntry } from "./planOfEntry.js"
import { reportsOf } from "./reportsOf.js"
import { assertConfirmed, type SwapQuestion, type SwapStep } from "./SwapStep.js"
import type { ConfirmTarget } from "#extras/swap/src/checks/confirmContracts.js"
import type { RouteLimits } from "#extras/swap/src/checks/types.js"
import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import { forgetWhenOver } from "#extras/swap/src/execution/journal/commandRecords.js"
import { settleExecution } from "#extras/swap/src/execution/settleSubmission.js"
import type {
  ExecuteRouteParameters,
  ExecuteRouteReturnType,
  JournalEntry,
  SignedEntry,
} from "#extras/swap/src/execution/types.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"

/** A route, and what it was quoted for. */
export type SwapSubject = Pick<ExecuteRouteParameters, "route" | "request" | "quote" | "minNativeCurrencyForGas">

/** What a user has seen of a plan and agreed to. */
export type AcceptedPlan = Pick<SwapPlanFacts, "minOut">

export type SwapStepOptions = {
  readonly requote?: boolean
  /** What to do about a contract that is in no list: `ask` makes it a step. */
  readonly confirmTarget: "ask" | ConfirmTarget | undefined
  /** Describes what a recorded transaction does, before it is sent. Default: by its entry. */
  readonly planOf?: (entry: JournalEntry) => Promise<SwapPlanFacts>
  /** The plan that was confirmed. Default: none was, and nothing is sent but what `planOf` describes. */
  readonly accepted?: AcceptedPlan | undefined
}

/**
 * Executes a route, and yields what happens. The command that began it is over when its route is.
 *
 * @throws what `executeRoute` throws
 */
export function executeInSteps(
  run: SwapRun,
  subject: SwapSubject,
  options: SwapStepOptions,
): AsyncGenerator<SwapStep, void> {
  const { commands, client } = run
  const steps = asSteps(run, subject, options, executeRoute)
  return forgetWhenOver({ commands, clock: client.clock }, subject.route.quoteId, withEnd(steps))
}

/**
 * Finds out whether an execution of an earlier run can go on, and asks before its nonce is used up.
 *
 * @throws what `settleExecution` throws
 */
export function settleInSteps(
  run: SwapRun,
  subject: SwapSubject,
  options: SwapStepOptions,
): AsyncGenerator<SwapStep, JournalEntry | undefined> {
  return asSteps(run, subject, options, settleExecution)
}

function asSteps<Result>(
  run: SwapRun,
  subject: SwapSubject,
  options: SwapStepOptions,
  work: (parameters: ExecuteRouteParameters) => Promise<Result>,
): AsyncGenerator<SwapStep, Result> {
  const { client, journal, publicClient, walletClient, readerOf, errorAbis, polling, signal } = run
  const { requote, confirmTarget, accepted } = options
  const canAsk = confirmTarget !== undefined
  const { planOf = (entry: JournalEntry) => planOfEntry(run, entry, { canAsk }) } = options
  const destinationClient = () => readerOf(subject.request.destinationChainId)
  return reportsOf<SwapStep, Result>((report, aborted) => {
    const ask = async (question: SwapQuestion): Promise<boolean> => {
      let isConfirmed = false
      await report({ ...question, answer: (answer) => (isConfirmed = answer) })
      assertConfirmed(isConfirmed, signal)
      return true
    }
    return work({
      ...{ client, journal, publicClient, walletClient, destinationClient, errorAbis, ...polling, requote },
      ...acceptedLimits(run, { accepted, canAsk }),
      ...subject,
      signal: aborted,
      onStep: (step) => report({ kind: "execution", step }),
      onTrouble: (error) => void report({ kind: "trouble", error }),
      onWait: (ms) => void report({ kind: "waiting", ms }),
      confirmTarget: confirmTarget === "ask" ? (target) => ask({ kind: "confirmTarget", target }) : confirmTarget,
      confirmCall: canAsk ? (differences) => ask({ kind: "confirmCall", differences }) : undefined,
      confirmRecorded: async (entry: SignedEntry, act, gas) =>
        await ask(
          act === "send" ? { kind: "confirm", plan: await planOf(entry) } : { kind: "confirmNonce", entry, gas },
        ),
    })
  }, signal)
}

/** What is not decoded was shown with the plan, or is asked about. A new quote with more of it is compared with what was shown. */
export function acceptedLimits(
  { limits }: Pick<SwapRun, "limits">,
  { accepted, canAsk }: { readonly accepted: AcceptedPlan | undefined; readonly canAsk: boolean },
): RouteLimits & GasLimits {
  const isShown = canAsk || accepted !== undefined
  return { ...limits, acceptUndecoded: limits.acceptUndecoded === true || isShown, minOut: accepted?.minOut }
}

async function* withEnd(steps: AsyncGenerator<SwapStep, ExecuteRouteReturnType>): AsyncGenerator<SwapStep, void> {
  try {
    yield { kind: "end", result: yield* steps }
  } catch (error) {
    yield { kind: "failed", error }
    throw error
  }
}
