import { ShownFailureError } from "../../src/plugin/run/shownErrors.js"
import { explainGatewayCommand } from "../../src/primitives/commands/explainCommands.js"

/**
 * Makes the error of something that reverts and is tried no more.
 *
 * @param what begins a sentence, such as `The payload`
 * @param id of it, by which it is explained
 */
export function triesOverError(
  what: string,
  { id, facts }: { readonly id: string; readonly facts: Readonly<Record<string, string>> },
): ShownFailureError {
  return new ShownFailureError({
    message: `${what} reverts and is tried no more.`,
    facts,
    next: `Fix what reverts, or raise its fees, and send the transaction again. To find out why: ${explainGatewayCommand(id)}`,
  })
}
