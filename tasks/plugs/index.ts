import { emptyTask, globalFlag, globalOption, overrideTask } from "hardhat/config"
import { ArgumentType } from "hardhat/types/arguments"
import type { HardhatPlugin } from "hardhat/types/plugins"
import type { TaskDefinition, TaskOverrideDefinition } from "hardhat/types/tasks"

import { defineTask, rows } from "#src/plugin/arguments/rows.js"
import { shared } from "#src/plugin/arguments/sharedRows.js"
import { importFile } from "#src/plugin/importFile.js"

export const doctorRows = rows({
  plugs: {
    as: "rest",
    says: "Plugs to check, such as Greeter, Greeter@beta or 0x…@beta (default: those that the project names)",
  },
  chains: { kind: "list", says: "Chains to check, by name or slug, such as alpha,beta (default: all in plugs.chains)" },
  from: { says: "Chain that sends: on the others an account without funds is only a warning" },
  timeout: { kind: "duration", default: "15s", says: "Maximum time for each check, such as 30s" },
  json: shared.json,
})

/** The tasks for the project as a whole. Their actions are imported when they run. */
export const plugsTasks: TaskDefinition[] = [
  emptyTask("plugs", "Check the project, its chains, its contracts and the APIs").build(),
  defineTask(
    "plugs doctor",
    "Check everything that can be wrong before the first message; exit code 2: a check failed",
    doctorRows,
    "tasks/plugs/doctor.js",
  ),
]

/** The options of a report on what tests cost. They are global, as those of `--gas-stats` are, so that every test runner has them. */
export const reportOptions: NonNullable<HardhatPlugin["globalOptions"]> = [
  globalFlag({
    name: "plugsReport",
    description: "Print the costs of the messages and requests of tests: fees, gas of outbound and inbound, credits",
  }),
  globalOption({
    name: "plugsReportJson",
    description: "Write the costs of the messages and requests of tests to this JSON file",
    type: ArgumentType.FILE_WITHOUT_DEFAULT,
    defaultValue: undefined,
  }),
  globalOption({
    name: "plugsReportCompare",
    description: "Compare the costs with this file of --plugs-report-json; exit code 1 if a figure rose",
    type: ArgumentType.FILE_WITHOUT_DEFAULT,
    defaultValue: undefined,
  }),
]

/** Make one report of all test runners, with what Solidity tests record. */
export const testOverrides: TaskOverrideDefinition[] = [
  overrideTask("test")
    .setAction(() => importFile<typeof import("./test.js")>("tasks/plugs/test.js"))
    .build(),
  overrideTask(["test", "solidity"])
    .setAction(() => importFile<typeof import("./testSolidity.js")>("tasks/plugs/testSolidity.js"))
    .build(),
]
