import type { TaskDefinition } from "hardhat/types/tasks"

import { devnetTasks } from "./devnet/index.js"
import { gatewayTasks } from "./gateway/index.js"
import { messagingTasks } from "./messaging/index.js"
import { plugsTasks, testOverrides } from "./plugs/index.js"
import { auditTasks } from "#extras/audit/tasks/index.js"
import { forkTasks } from "#extras/forks/tasks/index.js"
import { swapTasks } from "#extras/swap/tasks/index.js"
import { watchTasks } from "#extras/watch/tasks/index.js"
import type { ArgumentOf, Rows } from "#src/plugin/arguments/rows.js"
import type { argumentOptions } from "#src/primitives/commands/taskNames.js"

export { reportOptions } from "./plugs/index.js"

type ArgumentsIn<Family> = {
  [Name in keyof Family]: Name extends `${string}Rows`
    ? Family[Name] extends infer R extends Rows
      ? ArgumentOf<R>
      : never
    : never
}[keyof Family]
type TaskArgument =
  | ArgumentsIn<typeof import("./devnet/index.js")>
  | ArgumentsIn<typeof import("./messaging/index.js")>
  | ArgumentsIn<typeof import("./gateway/index.js")>
  | ArgumentsIn<typeof import("#extras/swap/tasks/index.js")>

type Known<Name extends TaskArgument> = Name
/** The arguments that errors refer to. One that no task has does not compile. */
export type NamedInErrors = Known<(typeof argumentOptions)[keyof typeof argumentOptions]>

/** Every task of the plugin. */
export const tasks: TaskDefinition[] = [
  ...devnetTasks,
  ...messagingTasks,
  ...watchTasks,
  ...gatewayTasks,
  ...swapTasks,
  ...plugsTasks,
  ...auditTasks,
  ...forkTasks,
  ...testOverrides,
]
