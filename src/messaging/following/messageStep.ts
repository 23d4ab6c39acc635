import type { Hex } from "viem"

import { vanished } from "../../tracking/tracker.js"
import type { OrUnknown } from "../../tracking/states.js"
import type { Message } from "../types.js"
import type { InboundStatus, MessageStatus } from "../states.js"

export { vanished }

/** One change in a message's journey. Every change is reported once. */
export type MessageStep = {
  /**
   * `state` is a step forward, or the first sight. `reorg` is a step back: a chain took back what the message's state stood on,
   * or even its transaction, and then the state is {@link vanished}. The journey goes on from there.
   */
  readonly kind: "state" | "reorg"
  readonly messageId: Hex
  readonly state: OrUnknown<MessageStatus | typeof vanished>
  /** What the previous step of this message said; absent at first sight. Equal to `state` when only the inbound status changed. */
  readonly previousState?: OrUnknown<MessageStatus | typeof vanished>
  readonly inboundStatus: OrUnknown<InboundStatus>
  /** When it was seen, in milliseconds of the client's clock. */
  readonly at: number
  /** Milliseconds since the previous step of this message; 0 at first sight. */
  readonly inState: number
  /** The message as it is now, or as it was last seen before it vanished. */
  readonly message: Message
}
