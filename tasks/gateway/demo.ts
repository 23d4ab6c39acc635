import { runGatewayDemo } from "./demo/runGatewayDemo.js"
import { type BoundTask, runTask } from "#src/plugin/run/runTask.js"
import { showDemo } from "#tasks/demo/showDemo.js"

/** Milliseconds between two states: slow enough to read along. */
const pace = 60
const nameWidth = "transaction".length

const demo: BoundTask<{ json: boolean }> = runTask(({ json }, _hre, io) =>
  showDemo(runGatewayDemo, { json, pace, nameWidth, io }),
)

export default demo
