import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { tellGatewayDemo } from "../../src/demo/gateway/tellGatewayDemo.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { runTask } from "../../src/plugin/run/runTask.js"

const demo: NewTaskActionFunction<{ json: boolean }> = runTask(async ({ json }, _hre, { out }) => {
  using interruption = listenForInterruption()
  return await tellGatewayDemo({ json, out, signal: interruption.signal })
})

export default demo
