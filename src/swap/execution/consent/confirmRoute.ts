import { confirmContracts } from "../../checks/confirmContracts.js"
import type { CheckedRoute, RouteContract } from "../../checks/types.js"
import type { Execution, JournalEntry } from "../types.js"

/**
 * Asks about the contracts of a route that are not allowed, except those that were confirmed for this execution before.
 *
 * @returns everything that was confirmed for this execution so far
 * @throws {RouteRefusedError} the answer is no, or there is nobody to ask
 */
export async function confirmRoute(
  { entry, parameters }: Execution<JournalEntry | undefined>,
  checked: CheckedRoute,
): Promise<readonly RouteContract[]> {
  const before = entry?.confirmed ?? []
  const asked = checked.unlisted.filter(
    ({ kind, address }) => !before.some((each) => each.kind === kind && each.address === address),
  )
  return [...before, ...(await confirmContracts(parameters, checked, asked))]
}
