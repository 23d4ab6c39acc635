import { messageStates } from "../../messaging/states.js"
import { vanished } from "../../tracking/tracker.js"
import { stateInfo, type StateTable } from "../../tracking/states.js"
import type { Paint } from "./terminal.js"

/** What is neither on its way nor at its end. */
const troubled: readonly string[] = ["INBOUND_REVERTING", "REVERTING", "REFUNDING", vanished]

/** A state in the colour of what it means: on the way, done, failed, in trouble. The table is that of messages unless one is given. */
export function paintState(state: string, paint: Paint, table: StateTable = messageStates): string {
  const final = stateInfo(state, table)?.final
  if (final === "success") return paint.green(state)
  if (final === "failure") return paint.red(state)
  if (final === "refund") return paint.yellow(state)
  return troubled.includes(state) ? paint.yellow(state) : paint.cyan(state)
}

/** The same, as a column: as wide as the longest state, so that what follows stands in one too. */
export function paintStateColumn(state: string, paint: Paint, table: StateTable = messageStates): string {
  const width = Math.max(...Object.keys(table).map((known) => known.length))
  return paintState(state, paint, table) + " ".repeat(Math.max(0, width - state.length))
}

/** What a state means, for a person. */
export function explainState(state: string, table: StateTable = messageStates): string {
  if (state === vanished) return "taken back by its chain, perhaps for a while"
  return stateInfo(state, table)?.says ?? "a state that this version doesn't know"
}
