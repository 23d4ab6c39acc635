import { vanished } from "../messaging/messageStep.js"
import { messageStates, stateInfo } from "../messaging/states.js"
import type { Paint } from "./terminal.js"

/** As wide as the longest state, so that what follows stands in one column. */
const width = Math.max(...Object.keys(messageStates).map((state) => state.length))

/** A message's state in the colour of what it means: on the way, delivered, failed, in trouble. */
export function paintState(state: string, paint: Paint): string {
  const final = stateInfo(state)?.final
  if (final === "success") return paint.green(state)
  if (final === "failure") return paint.red(state)
  return state === "INBOUND_REVERTING" || state === vanished ? paint.yellow(state) : paint.cyan(state)
}

/** The same, as a column. */
export function paintStateColumn(state: string, paint: Paint): string {
  return paintState(state, paint) + " ".repeat(Math.max(0, width - state.length))
}

/** What a state means, for a person. */
export function explainState(state: string): string {
  if (state === vanished) return "taken back by its chain, perhaps for a while"
  return stateInfo(state)?.says ?? "a state that this version doesn't know"
}
