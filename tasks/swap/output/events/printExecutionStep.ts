import type { ExecutionStep } from "../../../../src/swap/execution/executionStates.js"
import { printEvent } from "../../../../src/terminal/json/printJson.js"
import { printStep } from "../../../../src/terminal/json/printStep.js"
import type { Printer } from "../../../../src/terminal/terminal.js"

/** Prints a step of an execution as JSON: a change of its route as the event that it is, and anything else as the event `execution`. */
export function printExecutionStep(out: Printer, step: ExecutionStep): void {
  if (step.state === "FOLLOWING") {
    printStep(out, step.step)
    return
  }
  const { state, hash, ...fields }: ExecutionStep & { readonly hash?: string | undefined } = step
  printEvent(out, "execution", { status: state, ...(hash === undefined ? {} : { txHash: hash }), ...fields })
}
