import { isFailure, type RaisedAlert } from "#extras/watch/src/alerts/Alert.js"
import { PartlyReadError, ShownFailureError, ShownLateError } from "#src/plugin/run/shownErrors.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { clauseOf } from "#src/primitives/text.js"

/** What could be read. */
type Looked = {
  readonly chains: readonly { readonly name: string; readonly problem?: unknown }[]
  readonly problems: readonly string[]
}

/** The error with which a single look ends: the most severe thing that is wrong; `undefined` if all is well. */
export function watchedError(
  alerts: ReadonlyMap<string, RaisedAlert>,
  { chains, problems }: Looked,
): PlugsError | undefined {
  const all = [...alerts.values()]
  const failed = all.filter(({ kind }) => isFailure(kind))
  const unread = chains.filter(({ problem }) => problem !== undefined)
  if (failed.length > 0) return new ShownFailureError(describe(failed, all))
  if (unread.length > 0) return new PartlyReadError(unread)
  // What is not about a chain is about a sum.
  if (problems.length > 0) return new PartlyReadError([{ name: "plugs.watch.invariants" }])
  return all.length > 0 ? new ShownLateError(describe(all, all)) : undefined
}

function describe([first]: readonly RaisedAlert[], { length }: readonly RaisedAlert[]) {
  const count = length === 1 ? "There is 1 alert" : `There are ${length} alerts, such as`
  return {
    message: `${count}: ${clauseOf(first?.says ?? "")}.`,
    next: first?.next ?? "Look at each with npx hardhat messaging explain and its message id.",
  }
}
