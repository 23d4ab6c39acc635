import { runSwapDemo } from "../../src/demo/swap/runSwapDemo.js"
import type { SwapDemoEvent } from "../../src/demo/swap/SwapDemoEvent.js"
import { createSwapDemoView } from "../../src/demo/swap/swapDemoView.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import { showDemo } from "../showDemo.js"
import { getSwapOffer } from "../../src/plugin/run/swap/getSwapOffer.js"
import { chooseRoute } from "../../src/plugin/run/swap/chooseRoute.js"

/** Milliseconds between two states: slow enough to read along. */
const pace = 60

const demo: BoundTask<{ json: boolean }> = runTask(({ json }, _hre, io) =>
  showDemo((options) => runSwapDemo({ ...options, getSwapOffer, chooseRoute }), createSwapDemoView(io.terminal.out), {
    json,
    toJsonFields,
    pace,
    io,
  }),
)

export default demo

/** JSON calls the request of an offer `wish`, as it always has. */
function toJsonFields(event: SwapDemoEvent): object {
  if (event.event !== "quoted") return event
  const { swapRequest: wish, ...offer } = event.offer
  return { ...event, offer: { wish, ...offer } }
}
