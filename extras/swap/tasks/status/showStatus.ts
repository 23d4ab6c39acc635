import { routeReport } from "../output/routeReport.js"
import { statesOf } from "#extras/swap/src/following/routeTracker.js"
import type { RouteStatus } from "#extras/swap/src/types.js"
import { type ExitCode, exitCodeOf } from "#src/plugin/run/runTask.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { explainSwapCommand } from "#src/primitives/commands/explainCommands.js"
import { excerpt } from "#src/primitives/text.js"
import { stateInfo } from "#src/swap/states.js"
import { printDocument } from "#src/terminal/printJson.js"
import type { Printer } from "#src/terminal/terminal.js"

type ShowStatusOptions = {
  /** As the command names the route. */
  readonly quoteId: string
  readonly chainName: (chainId: number) => string
  readonly json: boolean
}

/** Shows how a route stands. Its exit code is that of a failure if it ended as one. */
export function showStatus(
  route: RouteStatus,
  { quoteId, chainName, json }: ShowStatusOptions,
  out: Printer,
): ExitCode {
  const end = stateInfo(route.status, statesOf(route))?.final ?? "success"
  const error =
    end === "success"
      ? undefined
      : new ShownFailureError({
          message: `The API says that the swap is ${excerpt(route.status)}.`,
          facts: { quote: excerpt(route.quoteId) },
          next: `Check the transactions on both chains, and get a new quote to try again. To find out why: ${explainSwapCommand(quoteId)}`,
        })
  if (json) printDocument(out, { route }, error)
  else out.line(routeReport(route.status === "COMPLETED" ? { ...route, payout: "not looked" } : route, chainName, out))
  return exitCodeOf(error)
}
