import type { Hex } from "viem"

/**
 * How a message, a request of an app gateway or a swap stands.
 *
 * - `delivered`: it has arrived.
 * - `waiting`: nothing has to be done: it is under way, or not the project's.
 * - `stuck`: it arrives once its causes are fixed.
 * - `failed`: it will not arrive. It has to be sent again.
 * - `unknown`: the state could not be determined from what was readable.
 */
export type Verdict = "delivered" | "waiting" | "stuck" | "failed" | "unknown"

/** `certain`: it was read or simulated, and stops the subject by itself. `likely`: nothing else fits. `possible`: other things fit. */
export type Certainty = "certain" | "likely" | "possible"

/** Something that was read, and where. */
export type Evidence = {
  /** Where: such as `alpha, block 12`, or `the messaging API`. */
  readonly source: string
  /** What, as one sentence. */
  readonly says: string
}

/** What fixes a cause. */
export type Mend = {
  /** What has to be done, and by whom, such as `send it again` or `the owner 0x… of the plug on beta connects it`. */
  readonly who: string
  /** A command or a call, ready to be copied; `null` if there is none that this package knows. */
  readonly command: string | null
  /** Set if others than the user have to do it, such as the owner of a contract or an actor of the protocol. */
  readonly by?: "others" | undefined
}

/** Why something does not arrive. */
export type Cause<Name extends string = string> = {
  /** Never changes. */
  readonly name: Name
  readonly certainty: Certainty
  /** One sentence. */
  readonly says: string
  readonly evidence: readonly Evidence[]
  /** `null` if nothing has to be done, or nothing helps. */
  readonly mend: Mend | null
  /** The id of the message or payload that it is about; `null` if it is about all of them. */
  readonly about: string | null
}

/** A message, payload or route, and where it is. */
export type ExplainedItem = {
  /** Its id. */
  readonly id: string
  /** Its state, in the words of its API. */
  readonly status: string
  /** Where it is, as one sentence that also says how long such a stage takes. */
  readonly says: string
  /** When it came there, in seconds since 1970 by the chain's clock; `null` if that is unknown. */
  readonly since: number | null
}

/** Something that happened, for the timeline. */
export type StoryEvent = {
  /** Seconds since 1970, by the clock of the place; `null` if that is unknown. */
  readonly at: number | null
  /** The chain or the API where it happened. */
  readonly place: string
  readonly blockNumber: bigint | null
  readonly txHash: string | null
  /** The id of the message or payload that it is about; `null` if it is about all of them. */
  readonly about: string | null
  /** Such as `Sealed`. */
  readonly title: string
  /** Decoded calls, reverts and amounts, a line each. */
  readonly details: readonly string[]
}

/** Why something has or has not arrived, with what was read to find out. */
export type Explanation<Name extends string = string> = {
  readonly verdict: Verdict
  /** The request: which message, gateway id or swap. */
  readonly subject: Readonly<Record<string, string | number>>
  /** The verdict as one sentence. */
  readonly says: string
  /** The first one is the one to fix first. */
  readonly causes: readonly Cause<Name>[]
  readonly items: readonly ExplainedItem[]
  /** In the order of time. */
  readonly events: readonly StoryEvent[]
}

/** Where an event is in a chain. Declared here, because the page in the browser imports no reader of chains. */
type Place = { readonly blockNumber: bigint; readonly transactionHash: Hex; readonly timestamp: bigint | null }

export type EventParts = Pick<StoryEvent, "title"> & Partial<Pick<StoryEvent, "about" | "details">>

export function chainEvent(
  { name }: { readonly name: string },
  { blockNumber, transactionHash, timestamp }: Place,
  { title, about = null, details = [] }: EventParts,
): StoryEvent {
  const at = timestamp === null ? null : Number(timestamp)
  return { at, place: name, blockNumber, txHash: transactionHash, about, title, details }
}

/** Sorts events by time. One whose time is not known stays behind the one that it came after in its own story. */
export function sortEvents(stories: readonly (readonly StoryEvent[])[]): readonly StoryEvent[] {
  const timed = stories.flatMap((story) => {
    let last = 0
    return story.map((event) => {
      last = event.at ?? last
      return { event, time: last }
    })
  })
  return timed.sort((one, other) => one.time - other.time).map(({ event }) => event)
}
