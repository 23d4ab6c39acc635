import type { Hex } from "viem"

import type { StoryEvent } from "./Explanation.js"

/** Where an event is in a chain. */
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
