import type { StartDevnetOptions } from "../../devnet/index.js"
import { systemClock } from "../../primitives/clock.js"
import { createDemoStory, type DemoStory } from "./demoStory.js"
import { toJson } from "../../terminal/core/json.js"
import type { Printer } from "../../terminal/core/terminal.js"
import { type ExitCode, exitCodes } from "../../plugin/run/runTask.js"
import { type DemoEvent, runDemo } from "./runDemo.js"

/** Slow enough to read along, and still short. */
const defaultPace = 150

/** Runs the demo and prints it: for a person, or one JSON line an event. */
export async function tellDemo({
  options: { pace = defaultPace, ...options },
  json,
  out,
  signal,
}: {
  options: StartDevnetOptions
  json: boolean
  out: Printer
  signal: AbortSignal
}): Promise<ExitCode> {
  const story = createDemoStory(out.paint)
  await runDemo({
    ...options,
    tell: (event) => {
      out.line(json ? toJson(event) : sentence(event, story))
    },
    breathe: () => (json ? Promise.resolve() : systemClock.sleep(pace)),
    signal,
  })
  if (!json) out.line(`\nKeep such a world running with ${out.paint.cyan("npx hardhat devnet")}.`)
  return exitCodes.success
}

function sentence(event: DemoEvent, story: DemoStory): string {
  switch (event.event) {
    case "ready":
      return story.ready(event.chains, event.elapsed)
    case "connected":
      return story.connected(event.plugs)
    case "fees":
      return story.fees(event.to, event.estimate, event.onChain)
    case "refused":
      return story.refused(event.value, event.reason)
    case "counters":
      return story.counters(event.counters)
    case "sent":
      return story.sent(event.amount, event.value, event.hash, event.messageId)
    case "step":
      return story.step(event.step)
  }
}
