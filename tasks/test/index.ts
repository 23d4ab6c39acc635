import type { HardhatPlugin } from "hardhat/types/plugins"
import type { TaskOverrideDefinition } from "hardhat/types/tasks"

import { globalFlag, globalOption, overrideTask } from "hardhat/config"
import { ArgumentType } from "hardhat/types/arguments"

/** The options of a report on what tests cost. They are global, as those of `--gas-stats` are, so that every test runner has them. */
export const reportOptions: NonNullable<HardhatPlugin["globalOptions"]> = [
  globalFlag({
    name: "plugsReport",
    description: "Prints what the messages and requests of tests cost: fees, gas of outbound and inbound, credits",
  }),
  globalOption({
    name: "plugsReportJson",
    description: "Writes what the messages and requests of tests cost to this JSON file",
    type: ArgumentType.FILE_WITHOUT_DEFAULT,
    defaultValue: undefined,
  }),
  globalOption({
    name: "plugsReportCompare",
    description: "Compares what tests cost with this file of --plugs-report-json; exit code 1 if a figure rose",
    type: ArgumentType.FILE_WITHOUT_DEFAULT,
    defaultValue: undefined,
  }),
  globalOption({
    name: "plugsReportBound",
    description: "Percent by which a figure may rise in --plugs-report-compare",
    type: ArgumentType.FLOAT,
    defaultValue: 0,
  }),
]

/** Makes one report of all test runners. */
export const testOverride: TaskOverrideDefinition = overrideTask("test")
  .setAction(() => import("./test.js"))
  .build()
