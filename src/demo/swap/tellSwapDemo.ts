import { systemClock } from "../../primitives/clock.js"
import { toJson } from "../../terminal/core/json.js"
import { createSwapStory, type SwapStory } from "./swapStory.js"
import type { Printer } from "../../terminal/core/terminal.js"
import { type ExitCode, exitCodes } from "../../plugin/run/runTask.js"
import { runSwapDemo } from "./runSwapDemo.js"
import type { SwapDemoEvent } from "./SwapDemoEvent.js"

/** Slow enough to read along, and still short. */
const pace = 60

/** Runs the swap demo and prints it: for a person, or one JSON line an event. */
export async function tellSwapDemo({
  json,
  out,
  signal,
}: {
  json: boolean
  out: Printer
  signal: AbortSignal
}): Promise<ExitCode> {
  const story = createSwapStory(out)
  await runSwapDemo({
    tell(event) {
      const text = json ? toJson(event) : sentence(event, story)
      if (text !== undefined) out.line(text)
    },
    breathe: () => (json ? Promise.resolve() : systemClock.sleep(pace)),
    signal,
  })
  if (!json) out.line(`\nKeep such a world running with ${out.paint.cyan("npx hardhat devnet")}.`)
  return exitCodes.success
}

function sentence(event: SwapDemoEvent, story: SwapStory): string | undefined {
  switch (event.event) {
    case "ready":
      return story.ready(event.chains, event.elapsed)
    case "quoted":
      return story.quoted(event.swap, event.offer)
    case "chosen":
      return story.chosen(event.route)
    case "moved":
      return story.moved(event.chain, event.amount, event)
    case "step":
      return story.step(event.step)
    case "ended":
      return story.ended(event.route, event.before, event.after)
  }
}
