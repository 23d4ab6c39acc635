import type { Abi } from "viem"

import type { Cause, StoryEvent } from "../../explaining/Explanation.js"
import type { FindSource } from "../../explaining/evidence.js"
import type { Clock } from "../../primitives/clock.js"
import type { Journey, ReadableChain } from "../reading/types.js"
import type { Message } from "../types.js"
import type { MessageCauseName } from "./messageCauses.js"
import type { StageTimes } from "./stageTimes.js"

export type MessageCause = Cause<MessageCauseName>

/** What the messaging API says of a transaction: its messages, or why there is no answer. */
export type ApiAnswer =
  | { readonly kind: "messages"; readonly messages: readonly Message[] }
  /** It answers that it does not know what was asked about. */
  | { readonly kind: "unknown chain"; readonly says: string }
  | { readonly kind: "key refused"; readonly says: string }
  | { readonly kind: "no answer"; readonly says: string }

/** What the causes of a message are looked for in. */
export type MessageCase = {
  readonly journey: Journey
  /** What the API says of this message; `undefined` if it does not know it, or nobody asked. */
  readonly reported: Message | undefined
  readonly api: ApiAnswer | undefined
  /** The chain of a slug, to look for what is elsewhere. */
  readonly chainOf: (slug: number) => Promise<ReadableChain | undefined>
  readonly abis: readonly Abi[]
  /** Finds where in the user's source code a call reverts. */
  readonly findSource: FindSource | undefined
  readonly clock: Clock
  /** How long each stage takes on these chains, to tell what is late from what is under way. */
  readonly stageTimes: StageTimes
}

/** What one part of the explanation found. */
export type Findings = {
  readonly causes: readonly MessageCause[]
  /** What it learned for the timeline beyond what the journey says. */
  readonly events?: readonly StoryEvent[]
}
