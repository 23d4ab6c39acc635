import { paint } from "./paint.js"
import { messageStates } from "#src/messaging/states.js"
import { excerpt } from "#src/primitives/text.js"
import { stateInfo, type StateTable } from "#src/tracking/states.js"
import { vanished } from "#src/tracking/tracker.js"

/** States of something that is neither progressing nor final. */
const troubled: readonly string[] = ["INBOUND_REVERTING", "REVERTING", "Reverting", "REFUNDING", vanished]

/** An API can answer with any text for a state. */
const maxStateLength = 80

/** Paints a state in a color for what it means: in progress, succeeded, failed, or in trouble. */
export function paintState(state: string, table: StateTable = messageStates): string {
  const shown = excerpt(state, maxStateLength)
  const final = stateInfo(state, table)?.final
  if (final === "success") return paint.green(shown)
  if (final === "failure") return paint.red(shown)
  if (final === "refund") return paint.magenta(shown)
  return troubled.includes(state) ? paint.magenta(shown) : paint.cyan(shown)
}

/** Pads a painted state to the width of the longest one in these tables, so that the next column lines up. */
export function paintStateColumn(
  state: string,
  table: StateTable = messageStates,
  beside: readonly StateTable[] = [],
): string {
  const width = Math.max(...[table, ...beside].flatMap((each) => Object.keys(each)).map((known) => known.length))
  return paintState(state, table) + " ".repeat(Math.max(0, width - excerpt(state, maxStateLength).length))
}

export function explainState(state: string, table: StateTable = messageStates): string {
  if (state === vanished) return "no longer on its chain after a reorg; it may come back"
  return stateInfo(state, table)?.says ?? "a state that this version does not know"
}
