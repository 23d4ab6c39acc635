import type { TaskDefinition } from "hardhat/types/tasks"

import { devnetTasks } from "./devnet/index.js"
import { gatewayTasks } from "./gateway/index.js"
import { messagingTasks } from "./messaging/index.js"
import { plugsTasks, testOverrides } from "./plugs/index.js"
import { auditTasks } from "#extras/audit/tasks/index.js"
import { swapTasks } from "#extras/swap/tasks/index.js"
import { watchTasks } from "#extras/watch/tasks/index.js"

export { reportOptions } from "./plugs/index.js"

/** Every task of the plugin. */
export const tasks: TaskDefinition[] = [
  ...devnetTasks,
  ...messagingTasks,
  ...watchTasks,
  ...gatewayTasks,
  ...swapTasks,
  ...plugsTasks,
  ...auditTasks,
  ...testOverrides,
]
