import { explainState, paintStateColumn } from "./paintState.js"
import { shortenHex } from "./shorten.js"
import type { Paint } from "./terminal.js"

export type MessageLineParameters = {
  /** Clock time at which the state was reached. */
  readonly at: number
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly state: string
  /** What goes on at the end of the line, such as why `inbound` reverts. */
  readonly detail?: string | undefined
  readonly paint: Paint
}

/** One change of one message's state, with the time of day, as a devnet prints it. */
export function messageLine({ at, messageId, from, to, state, detail, paint }: MessageLineParameters): string {
  return [
    paint.dim(new Date(at).toLocaleTimeString("en-GB")),
    shortenHex(messageId),
    `${from} → ${to}`,
    paintStateColumn(state, paint),
    paint.dim(detail ?? explainState(state)),
  ].join("  ")
}
