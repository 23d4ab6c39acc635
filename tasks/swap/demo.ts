import type { SwapDemoEvent } from "./demo/SwapDemoEvent.js"
import { runSwapDemo } from "./demo/runSwapDemo.js"
import { createSwapDemoView } from "./demo/swapDemoView.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import { printDemoEvent, showDemo } from "../demo/showDemo.js"
import type { Printer } from "../../src/terminal/terminal.js"
import { printExecutionStep } from "./output/events/printExecutionStep.js"
import { getSwapOffer } from "./offer/getSwapOffer.js"
import { chooseRoute } from "./offer/chooseRoute.js"

/** Milliseconds between two states: slow enough to read along. */
const pace = 60

const demo: BoundTask<{ json: boolean }> = runTask(({ json }, _hre, io) =>
  showDemo((options) => runSwapDemo({ ...options, getSwapOffer, chooseRoute }), createSwapDemoView(io.terminal.out), {
    json,
    printJson,
    pace,
    io,
  }),
)

function printJson(out: Printer, event: SwapDemoEvent): void {
  if (event.event === "step") printExecutionStep(out, event.step)
  else if (event.event === "quoted") {
    const { request, input, output, routes } = event.offer
    printDemoEvent(out, { event: event.event, swap: event.swap, request, input, output, routes })
  } else printDemoEvent(out, event)
}

export default demo
