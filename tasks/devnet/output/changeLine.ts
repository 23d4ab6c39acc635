import { escapeLine } from "#src/terminal/paint.js"
import { explainState, paintStateColumn } from "#src/terminal/paintState.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import type { Paint } from "#src/terminal/terminal.js"
import type { StateTable } from "#src/tracking/states.js"

export type ChangeLineParameters = {
  /** When the state was reached, in milliseconds since 1970. */
  readonly at: number
  readonly id: string
  /** Where or what it is, such as its route. */
  readonly place: string
  readonly state: string
  readonly table: StateTable
  /** The states of the other things that the same log shows. */
  readonly otherTables?: readonly StateTable[]
  /** The width of the column of places. Default: that of this place. */
  readonly placeWidth?: number
  /** Replaces the explanation of the state, such as with the reason of a revert. */
  readonly detail?: string | undefined
  readonly paint: Paint
}

/** The width of a hash that is shortened. */
const idWidth = shortenHex(`0x${"0".repeat(64)}`).length

/** Formats one change of state with the time of day, as a devnet prints it. */
export function changeLine({
  at,
  id,
  place,
  state,
  table,
  otherTables = [],
  placeWidth = 0,
  detail,
  paint,
}: ChangeLineParameters): string {
  const parts = [
    paint.dim(new Date(at).toLocaleTimeString("en-GB")),
    shortenHex(id).padEnd(idWidth),
    place.padEnd(placeWidth),
    paintStateColumn(state, paint, table, { beside: otherTables }),
    paint.dim(detail ?? explainState(state, table)),
  ]
  return parts.map(escapeLine).join("  ")
}
