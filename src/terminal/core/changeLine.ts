import type { StateTable } from "../../tracking/states.js"
import { escapeLine } from "./ownCodes.js"
import { explainState, paintStateColumn } from "./paintState.js"
import { shortenHex } from "./shortenHex.js"
import type { Paint } from "./terminal.js"

export type ChangeLineParameters = {
  /** When the state was reached, in milliseconds since 1970. */
  readonly at: number
  readonly id: string
  /** Where or what it is, such as its route. */
  readonly place: string
  readonly state: string
  readonly table: StateTable
  /** Replaces the explanation of the state, such as with the reason of a revert. */
  readonly detail?: string | undefined
  readonly paint: Paint
}

/** Formats one change of state with the time of day, as a devnet prints it. */
export function changeLine({ at, id, place, state, table, detail, paint }: ChangeLineParameters): string {
  const parts = [
    paint.dim(new Date(at).toLocaleTimeString("en-GB")),
    shortenHex(id),
    place,
    paintStateColumn(state, paint, table),
    paint.dim(detail ?? explainState(state, table)),
  ]
  return parts.map(escapeLine).join("  ")
}
