import type { Hex } from "viem"

import type { CheckedRoute, ShownCall } from "../checks/types.js"
import type { RouteStatus } from "../types.js"
import { type ExecutionEvent, type ExecutionStep, mayFollow } from "./executionStates.js"
import type { Begun, Execution, JournalEntry, Submission, SubmittedEntry } from "./types.js"
import { latestTime } from "#src/primitives/clock.js"

/** What changes in an execution when it reaches a state, or within one. */
export type Patch =
  /** `leastOut` and `request` count for a new execution only: a resumed one keeps what was accepted first. */
  | ({ readonly state: "CHECKED" } & Pick<CheckedRoute, "route" | "request" | "leastOut"> & {
        readonly confirmed: ShownCall
      })
  /** All transactions that have approved so far. */
  | { readonly state?: never; readonly approvals: readonly Hex[] }
  | { readonly state: "APPROVED" }
  | { readonly state: "SIGNED"; readonly submission: Submission }
  | { readonly state: "SENT"; readonly submission: SubmittedEntry["submission"] }
  | { readonly state: "MINED" | "REVERTED" }
  | { readonly state: "REPLACED"; readonly replacedBy: Hex | undefined; readonly outcome?: string | undefined }
  | { readonly state: "FINISHED"; readonly route: RouteStatus }

type EntryAfter<P extends Patch> = P["state"] extends "SENT" | "MINED" | "REVERTED" | "FINISHED"
  ? SubmittedEntry
  : JournalEntry

/**
 * Changes an execution: writes the change to the journal, and only then reports the step. This is the only place that does either,
 * so that no step is reported that a crash could undo.
 *
 * Reports nothing for a change within a state, or if a route that is resumed is `CHECKED` again.
 *
 * @returns the execution after the change
 * @throws {Error} the state cannot follow the one before; nothing was written
 */
export async function advance<P extends Patch>(execution: Begun, patch: P): Promise<Execution<EntryAfter<P>>> {
  const before = execution.entry
  const after = apply(execution, patch)
  if (!mayFollow(before?.state, after.state)) {
    throw new Error(`An execution cannot go from ${before?.state ?? "nothing"} to ${after.state}.`)
  }
  const { quoteId } = after.route
  // An execution that is resumed by the id of the replacing quote must find this entry, and not begin another one.
  if (isAnotherRoute(before, after) && quoteId !== after.quoteId) {
    await write(execution, { ...after, quoteId, continues: after.quoteId })
  }
  const entry = await write(execution, after)
  const step = stepOf(before, after, patch)
  if (step !== undefined) await execution.parameters.onStep?.(step)
  return { ...execution, entry: entry as EntryAfter<P> }
}

/** Reports something that happens within a state and is not recorded. States are reported by {@link advance} alone. */
export function reportEvent({ parameters }: Execution, event: ExecutionEvent): unknown {
  return parameters.onStep?.(event)
}

/** An entry that says everything but when it was written. */
type Unwritten = Omit<JournalEntry, "at">

function apply({ account, id, entry }: Begun, patch: Patch): Unwritten {
  if (patch.state === "CHECKED") {
    const { request: checked, route, leastOut, confirmed } = patch
    const { originChainId: chainId } = checked
    // Neither the payer of a deposit is part of its request, nor what a route takes for an output that was asked for.
    const request = {
      ...checked,
      ...(checked.userOps === "deposit" && { userAddress: undefined }),
      ...(checked.outputAmount !== undefined && { inputAmount: undefined }),
    }
    const begun = entry ?? { quoteId: id, account: account.address, chainId, request, leastOut, approvals: [] }
    return { ...begun, route, confirmed, state: "CHECKED", submission: undefined }
  }
  if (entry === undefined) throw new Error("An execution begins as CHECKED.")
  if (patch.state !== "FINISHED") return { ...entry, ...patch }
  return { ...entry, state: "FINISHED", outcome: patch.route.status }
}

function isAnotherRoute(before: JournalEntry | undefined, after: Unwritten): boolean {
  return before?.route.quoteId !== after.route.quoteId
}

function stepOf(before: JournalEntry | undefined, after: Unwritten, patch: Patch): ExecutionStep | undefined {
  const { route, approvals, submission } = after
  const { quoteId } = route
  switch (patch.state) {
    case undefined:
      return undefined
    case "CHECKED":
      if (!isAnotherRoute(before, after)) return undefined
      return { state: quoteId === after.quoteId ? "CHECKED" : "REQUOTED", quoteId, route }
    case "APPROVED":
      return { state: "APPROVED", quoteId, approvals }
    case "SIGNED":
      return { state: "SIGNED", quoteId, nonce: patch.submission.nonce, hash: patch.submission.hash }
    case "SENT":
    case "MINED":
    case "REVERTED":
      return { state: patch.state, quoteId, hash: submission?.hash as Hex }
    case "REPLACED":
      return { state: "REPLACED", quoteId, nonce: (submission as Submission).nonce, replacedBy: patch.replacedBy }
    case "FINISHED":
      return { state: "FINISHED", quoteId, route: patch.route }
  }
}

async function write({ parameters: { journal, client } }: Begun, entry: Unwritten): Promise<JournalEntry> {
  const written = { ...entry, at: latestTime(client.clock) }
  await journal.write(written)
  return written
}
