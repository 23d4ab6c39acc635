import type { TaskDefinition } from "hardhat/types/tasks"

import { type DevnetTaskOptions, optionList } from "#src/devnet/options.js"
import { defineTask, flag, rows } from "#src/plugin/arguments/rows.js"
import { shared } from "#src/plugin/arguments/sharedRows.js"

/** A number that the task reads as a duration, a number, a list or a text. */
type RowOf<Option> = { readonly says: string } & (Option extends { readonly unit: string }
  ? { readonly kind: "duration" }
  : Option extends { readonly from: number }
    ? { readonly kind: "count" }
    : Option extends { readonly isList: true }
      ? { readonly kind: "list" }
      : object)

/** The rows of the options that the devnet has. Port 0 would take any free port, which other commands could not find. */
const options = Object.fromEntries(
  optionList.flatMap(({ name, taskName = name, task: says, from, to, unit, isList }) => {
    if (says === undefined) return []
    if (unit !== undefined) return [[taskName, { says, kind: "duration" }]]
    if (isList) return [[taskName, { says, kind: "list" }]]
    const range = { least: Math.max(1, from ?? 1), most: to ?? Number.MAX_SAFE_INTEGER }
    return [[taskName, from === undefined ? { says } : { says, kind: "count", ...range }]]
  }),
) as { readonly [Name in keyof DevnetTaskOptions]: RowOf<DevnetTaskOptions[Name]> }

const { json } = shared

// The arguments of the tasks, in the order of `--help`. Actions read them.

export const devnetRows = rows({
  ...options,
  fork: {
    kind: "list",
    says: "Chains to fork with their deployed contracts, such as arbitrum,optimism, in place of chains of its own",
    not: ["chains", "path", "optimisticTimeout", "gatewayChainId", "state"],
  },
  on: {
    kind: "list",
    says: "Networks whose nodes run already, such as anvil1,anvil2: the contracts are deployed there, and messages carried between them",
    not: ["chains", "fork", "blockTime", "gatewayChainId", "state"],
  },
  reset: flag("Delete the chains that --state has kept, and start afresh"),
  page: { says: "read: the page of the devnet changes nothing (default: it has controls)" },
  noPage: flag("Serve no page"),
  json: flag("Print one JSON line for each event: ready, message, payload, timeout, trigger, problem, stopped"),
})

export const pauseRows = rows({ port: options.port, json })
export const resumeRows = rows({ port: options.port, json })
export const stepRows = rows({ port: options.port, json })

/** The devnet task and those that control one. An action is imported when it runs. */
export const devnetTasks: TaskDefinition[] = [
  defineTask(
    "devnet",
    "Start local chains with all three protocols and their APIs, and run them until Ctrl-C",
    devnetRows,
    "tasks/devnet/devnet.js",
  ),
  defineTask(
    "devnet pause",
    "Pause the actors of a running devnet; its chains go on",
    pauseRows,
    "tasks/devnet/pause.js",
  ),
  defineTask("devnet resume", "Let the actors of a running devnet go on", resumeRows, "tasks/devnet/resume.js"),
  defineTask(
    "devnet step",
    "Move everything on a running devnet on by one state, and leave its actors paused",
    stepRows,
    "tasks/devnet/step.js",
  ),
]
