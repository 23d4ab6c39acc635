import type { Stage } from "../../devnet/stages.js"
import type { MessageStatus } from "../../messaging/states.js"

/** How far to deliver. */
export type DeliverOptions = {
  /** The state to stop in: no message goes beyond it. Default: to the end. */
  readonly until?: MessageStatus | undefined
}

/** Control over what the actors do. Nothing of it passes time: see `time`. */
export type Delivery = {
  /** Lets the actors work until nothing is left that is due. */
  readonly deliver: (options?: DeliverOptions) => Promise<void>
  /** Keeps the actors from these stages, until `release`. */
  readonly hold: (...stages: Stage[]) => void
  /** Lets the actors go on with these stages, or with all. */
  readonly release: (...stages: Stage[]) => void
}
