import { task } from "hardhat/config"
import type { NewTaskDefinitionBuilder, TaskDefinition } from "hardhat/types/tasks"

import { devnetOptions, type DevnetTaskOptions, optionList } from "#src/devnet/options.js"
import { json, named, optionalText } from "#src/plugin/arguments/options.js"
import type { OptionName } from "#src/primitives/commands/taskNames.js"
import { loadAction } from "#tasks/loadAction.js"

const builder = task("devnet", "Start local chains with all three protocols and their APIs, and run them until Ctrl-C")
for (const { name, taskName = name, task: description } of optionList) {
  if (description !== undefined) builder.addOption({ ...optionalText, name: taskName, description })
}

// A loop adds the options, so the builder's type does not have them.
const devnet = (builder as unknown as NewTaskDefinitionBuilder<DevnetTaskOptions>)
  .addFlag(named("reset", "Delete the chains that --state has kept, and start afresh"))
  .addOption({
    ...optionalText,
    name: "page" satisfies OptionName,
    description: "read: the page of the devnet changes nothing (default: it has controls)",
  })
  .addFlag(named("noPage", "Serve no page"))
  .addFlag(
    named("json", "Print one JSON line for each event: ready, message, payload, timeout, trigger, problem, stopped"),
  )
  .setAction(loadAction<typeof import("./devnet.js")>("tasks/devnet/devnet.js"))
  .build()

const port = { ...optionalText, name: "port", description: devnetOptions.port.task } as const

const pause = task(["devnet", "pause"], "Pause the actors of a running devnet; its chains go on")
  .addOption(port)
  .addFlag(json)
  .setAction(loadAction<typeof import("./pause.js")>("tasks/devnet/pause.js"))
  .build()

const resume = task(["devnet", "resume"], "Let the actors of a running devnet go on")
  .addOption(port)
  .addFlag(json)
  .setAction(loadAction<typeof import("./resume.js")>("tasks/devnet/resume.js"))
  .build()

const step = task(
  ["devnet", "step"],
  "Move everything on a running devnet on by one state, and leave its actors paused",
)
  .addOption(port)
  .addFlag(json)
  .setAction(loadAction<typeof import("./step.js")>("tasks/devnet/step.js"))
  .build()

/** The devnet task and those that control one. An action is imported when it runs. */
export const devnetTasks: TaskDefinition[] = [devnet, pause, resume, step]
