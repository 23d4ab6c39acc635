import type { TaskDefinition } from "hardhat/types/tasks"

import { emptyTask, task } from "hardhat/config"

import { json, text } from "../../src/plugin/arguments/options.js"

const plugs = emptyTask("plugs", "What every family of tasks needs: check the project, its chains and the APIs")

const doctor = task(
  ["plugs", "doctor"],
  "Check everything that can be wrong before the first message; exit code 0: well or warnings, 2: something failed",
)
  .addVariadicArgument({
    name: "plugs",
    description: "Plugs to check, such as Greeter, Greeter@beta or 0x…@beta (default: those that the project names)",
    defaultValue: [],
  })
  .addOption(text("chains", "Chains to check, by name or slug, such as alpha,beta (default: all in plugs.chains)"))
  .addOption(text("from", "Chain that sends: on the others an account without funds is only a warning"))
  .addOption({ name: "timeout", description: "Longest time for each check, such as 30s", defaultValue: "15s" })
  .addFlag(json)
  .setAction(() => import("./doctor.js"))
  .build()

const completion = task(
  ["plugs", "completion"],
  "Print the script that completes tasks, options, chains and contracts in a shell",
)
  .addPositionalArgument({ name: "shell", description: "The shell: bash, zsh or fish" })
  .setAction(() => import("./completion.js"))
  .build()

/** The tasks for the project as a whole. Their actions are imported when they run. */
export const plugsTasks: TaskDefinition[] = [plugs.build(), doctor, completion]
