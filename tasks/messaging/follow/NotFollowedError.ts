import type { Message } from "../../../src/messaging/index.js"
import { PlugsError } from "../../../src/primitives/PlugsError.js"

/** Messages were to be tracked, but the messaging API does not know their chain, and a destination chain cannot be read. They were sent. */
export class NotFollowedError extends PlugsError {
  readonly code = "NOT_FOLLOWED"
  /** The messages, with the states that the chains show which can be read. */
  readonly messages: readonly Message[]

  constructor({ messages, problems }: { messages: readonly Message[]; problems: ReadonlyMap<number, string> }) {
    super("The messages were sent, but cannot be followed to their end.", {
      facts: {
        ...Object.fromEntries(messages.map(({ messageId, status }) => [`state of ${messageId}`, status])),
        ...Object.fromEntries([...problems].map(([slug, problem]) => [`chain ${slug}`, problem])),
      },
      next: "Add the destination to plugs.chains, with its network and socket, and run messaging track with the transaction.",
    })
    this.messages = messages
  }
}
