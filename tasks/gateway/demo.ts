import { createGatewayDemoView } from "../../src/demo/gateway/gatewayDemoView.js"
import { runGatewayDemo } from "../../src/demo/gateway/runGatewayDemo.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import { showDemo } from "../showDemo.js"

/** Milliseconds between two states: slow enough to read along. */
const pace = 60

const demo: BoundTask<{ json: boolean }> = runTask(({ json }, _hre, io) =>
  showDemo(runGatewayDemo, createGatewayDemoView(io.terminal.out.paint), { json, pace, io }),
)

export default demo
