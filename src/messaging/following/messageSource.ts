import type { Watchable } from "../../tracking/follow.js"
import type { MessagingClient } from "../createMessagingClient.js"

/** Where watches read messages and their states from: a client of the messaging API, or the chains themselves. */
export type MessageSource = Watchable &
  Pick<MessagingClient, "getMessages"> & {
    /** What it is called in a sentence. Default: the messaging API. */
    readonly sourceName?: string | undefined
  }
