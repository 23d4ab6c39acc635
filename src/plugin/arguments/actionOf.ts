import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { InterruptOptions, TaskIo } from "../run/openProcess.js"
import { type BoundTask, runTask, type TaskAction } from "../run/runTask.js"
import { readRows } from "./readRows.js"
import type { Given, Rows, Values } from "./rows.js"

/** Reads the arguments of a task by its rows, and runs its action with the values. `given` are the texts, for commands that go on from here. */
export function actionOf<R extends Rows>(
  rows: R,
  action: (
    args: Values<R>,
    hre: HardhatRuntimeEnvironment,
    io: TaskIo,
    given: Given<R>,
  ) => ReturnType<TaskAction<unknown>>,
  options: InterruptOptions = {},
): BoundTask<Given<R>> {
  return runTask(async (given, hre, io) => await action(readRows(rows, given), hre, io, given), options)
}
