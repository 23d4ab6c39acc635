import type { GatewayDemoEvent } from "./demo/GatewayDemoEvent.js"
import { createGatewayDemoView } from "./demo/gatewayDemoView.js"
import { runGatewayDemo } from "./demo/runGatewayDemo.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import { printStep } from "../../src/terminal/json/printStep.js"
import type { Printer } from "../../src/terminal/terminal.js"
import { transactionStepFields } from "./output/transactionView.js"
import { printDemoEvent, showDemo } from "../demo/showDemo.js"

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
