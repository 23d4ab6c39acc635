import type { StoryEvent } from "./Explanation.js"

/**
 * Sorts what happened by time. An event whose time is not known stays behind the one that it came after.
 *
 * @param stories what happened to each thing, in the order in which it happened
 */
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
