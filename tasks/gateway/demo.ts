import type { GatewayDemoEvent } from "../../src/demo/gateway/GatewayDemoEvent.js"
import { createGatewayDemoView } from "../../src/demo/gateway/gatewayDemoView.js"
import { runGatewayDemo } from "../../src/demo/gateway/runGatewayDemo.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import { printStep } from "../../src/terminal/core/json/printStep.js"
import type { Printer } from "../../src/terminal/core/terminal.js"
import { transactionStepFields } from "../../src/terminal/gateway/transactionView.js"
import { printDemoEvent, showDemo } from "../showDemo.js"

/** Milliseconds between two states: slow enough to read along. */
const pace = 60

function printJson(out: Printer, event: GatewayDemoEvent): void {
  if (event.event === "step") printStep(out, transactionStepFields(event.step))
  else printDemoEvent(out, event)
}

const demo: BoundTask<{ json: boolean }> = runTask(({ json }, _hre, io) =>
  showDemo(runGatewayDemo, createGatewayDemoView(io.terminal.out.paint), { json, printJson, pace, io }),
)

export default demo
