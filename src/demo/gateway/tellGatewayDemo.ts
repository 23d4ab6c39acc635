import { systemClock } from "../../primitives/clock.js"
import { createGatewayStory, type GatewayStory } from "./gatewayStory.js"
import { toJson } from "../../terminal/core/json.js"
import type { Printer } from "../../terminal/core/terminal.js"
import { type ExitCode, exitCodes } from "../../plugin/run/runTask.js"
import type { GatewayDemoEvent } from "./GatewayDemoEvent.js"
import { runGatewayDemo } from "./runGatewayDemo.js"

/** Slow enough to read along, and still short. */
const pace = 60

/** Runs the gateway's demo and prints it: for a person, or one JSON line an event. */
export async function tellGatewayDemo({
  json,
  out,
  signal,
}: {
  json: boolean
  out: Printer
  signal: AbortSignal
}): Promise<ExitCode> {
  const names = new Map<number, string>()
  const story = createGatewayStory(out.paint, (slug) => names.get(slug) ?? String(slug))
  await runGatewayDemo({
    tell(event) {
      if (event.event === "ready") for (const { name, chainId } of event.chains) names.set(chainId, name)
      out.line(json ? toJson(event) : sentence(event, story))
    },
    breathe: () => (json ? Promise.resolve() : systemClock.sleep(pace)),
    signal,
  })
  if (!json) out.line(`\nKeep such a world running with ${out.paint.cyan("npx hardhat devnet")}.`)
  return exitCodes.success
}

function sentence(event: GatewayDemoEvent, story: GatewayStory): string {
  switch (event.event) {
    case "ready":
      return story.ready(event.chains, event.elapsed)
    case "paid":
      return story.paid(event)
    case "called":
      return story.called(event.what, event.hash)
    case "step":
      return story.step(event.step)
    case "deployed":
      return story.deployed(event.deployments)
    case "counters":
      return story.counters(event.counters, event.feesInfo)
    case "sum":
      return story.sum(event.sum)
    case "scheduled":
      return story.scheduled(event.timeoutId, event.delay)
    case "travelled":
      return story.travelled(event.seconds)
    case "fired":
      return story.fired(event.lateBy, event.resolveTxHash)
    case "mended":
      return story.mended(event.what)
    case "recovered":
      return story.recovered(event.feesInfo, event.workSeen)
  }
}
