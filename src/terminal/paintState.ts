import { vanished } from "../messaging/messageStep.js"
import { stateInfo } from "../messaging/states.js"
import type { Paint } from "./terminal.js"

/** A message's state in the colour of what it means: on the way, delivered, failed, in trouble. */
export function paintState(state: string, paint: Paint): string {
  const final = stateInfo(state)?.final
  if (final === "success") return paint.green(state)
  if (final === "failure") return paint.red(state)
  return state === "INBOUND_REVERTING" || state === vanished ? paint.yellow(state) : paint.cyan(state)
}

/** What a state means, for a person. */
export function explainState(state: string): string {
  if (state === vanished) return "taken back by its chain, perhaps for a while"
  return stateInfo(state)?.says ?? "a state that this version doesn't know"
}
