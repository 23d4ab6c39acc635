import type { StateTable } from "../../tracking/states.js"
import { explainState, paintStateColumn } from "./paintState.js"
import { shortenHex } from "./shorten.js"
import type { Paint } from "./terminal.js"

export type ChangeLineParameters = {
  /** Clock time at which the state was reached. */
  readonly at: number
  readonly id: string
  /** Where it is, or what. */
  readonly place: string
  readonly state: string
  readonly table: StateTable
  /** What goes on at the end of the line, such as why `inbound` reverts. */
  readonly detail?: string | undefined
  readonly paint: Paint
}

/** One change of one thing's state, with the time of day, as a devnet prints it. */
export function changeLine({ at, id, place, state, table, detail, paint }: ChangeLineParameters): string {
  return [
    paint.dim(new Date(at).toLocaleTimeString("en-GB")),
    shortenHex(id),
    place,
    paintStateColumn(state, paint, table),
    paint.dim(detail ?? explainState(state, table)),
  ].join("  ")
}
