import type { ConfirmTarget } from "../../../src/swap/checks/confirmContracts.js"
import { executeRoute } from "../../../src/swap/execution/executeRoute.js"
import { forgetWhenOver } from "../../../src/swap/execution/journal/commandRecords.js"
import type { ExecuteRouteParameters, ExecuteRouteReturnType } from "../../../src/swap/execution/types.js"
import type { SwapRun } from "./openSwapRun.js"
import { reportsOf } from "./reportsOf.js"
import { assertConfirmed, type SwapStep } from "./SwapStep.js"

/** A route, and what it was quoted for. */
export type SwapSubject = Pick<ExecuteRouteParameters, "route" | "request" | "quote" | "minNativeCurrencyForGas">

/**
 * Executes a route, and yields what happens. The command that began it is over when its route is.
 *
 * @param confirmTarget what to do about a contract that is in no list: `ask` makes it a step
 * @throws what `executeRoute` throws
 */
export function executeInSteps(
  { commands, client, journal, publicClient, walletClient, errorAbis, limits, polling, signal }: SwapRun,
  subject: SwapSubject,
  { requote, confirmTarget }: { readonly requote?: boolean; readonly confirmTarget: "ask" | ConfirmTarget | undefined },
): AsyncGenerator<SwapStep, void> {
  const run = { client, journal, publicClient, walletClient, errorAbis, ...limits, ...polling, requote }
  const steps = reportsOf<SwapStep, ExecuteRouteReturnType>((report, aborted) => {
    const ask: ConfirmTarget = async (target) => {
      let isConfirmed = false
      await report({ kind: "confirmTarget", target, answer: (answer) => (isConfirmed = answer) })
      assertConfirmed(isConfirmed, signal)
      return true
    }
    return executeRoute({
      ...run,
      ...subject,
      signal: aborted,
      onStep: (step) => report({ kind: "execution", step }),
      onTrouble: (error) => void report({ kind: "trouble", error }),
      onWait: (ms) => void report({ kind: "waiting", ms }),
      confirmTarget: confirmTarget === "ask" ? ask : confirmTarget,
    })
  }, signal)
  return forgetWhenOver({ commands, clock: client.clock }, subject.route.quoteId, withEnd(steps))
}

async function* withEnd(steps: AsyncGenerator<SwapStep, ExecuteRouteReturnType>): AsyncGenerator<SwapStep, void> {
  try {
    yield { kind: "end", result: yield* steps }
  } catch (error) {
    yield { kind: "failed", error }
    throw error
  }
}
