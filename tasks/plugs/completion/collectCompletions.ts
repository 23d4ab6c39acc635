import { ArgumentType, type OptionDefinition } from "hardhat/types/arguments"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Task } from "hardhat/types/tasks"

import { flagOf } from "../../../src/primitives/commands/commandLine.js"
import { oneLine } from "../../../src/primitives/text.js"
import { type ArgumentWords, argumentWords } from "./argumentWords.js"
import type { Completions, CompletionWord } from "./Completions.js"

/**
 * Collects the words of every command line of a project: tasks and options from their definitions, those of Hardhat and of other plugins
 * included, and the names of chains and contracts.
 */
export async function collectCompletions(hre: HardhatRuntimeEnvironment): Promise<Completions> {
  const wordsFor = await argumentWords(hre)
  const completions = new Map<string, readonly CompletionWord[]>()
  const add = (key: string, words: readonly CompletionWord[]): void => {
    completions.set(
      key,
      words.filter(({ word }) => word !== "").map(({ word, says }) => ({ word, says: oneLine(says) })),
    )
  }
  add("task:", [...hre.tasks.rootTasks.values()].map(describeTask))
  for (const task of allTasks(hre.tasks.rootTasks)) addTask(task, wordsFor, add)
  addGlobalOptions(hre, wordsFor, add)
  return completions
}

type Add = (key: string, words: readonly CompletionWord[]) => void

function addTask(task: Task, wordsFor: ArgumentWords, add: Add): void {
  const id = task.id.join(" ")
  add(`task:${id}`, [...task.subtasks.values()].map(describeTask))
  const options = [...task.options.values()].filter(({ hidden }) => hidden !== true)
  add(
    `options:${id}`,
    options.map(({ name, description }) => ({ word: flagOf(name), says: description })),
  )
  for (const option of options.filter(takesValue)) add(`value:${id} ${flagOf(option.name)}`, wordsFor(id, option.name))
  for (const [index, { name, isVariadic }] of task.positionalArguments.entries()) {
    add(`argument:${id} ${isVariadic ? "rest" : index}`, wordsFor(id, name))
  }
}

/** Hardhat tells the names and the values of its global options, and not how they are defined. A flag is a boolean. */
function addGlobalOptions({ globalOptions }: HardhatRuntimeEnvironment, wordsFor: ArgumentWords, add: Add): void {
  const own = Object.entries(globalOptions).map(([name, value]) => ({ name, isFlag: typeof value === "boolean" }))
  const all = new Map([...own, ...builtin].map((option) => [option.name, option]))
  add(
    "options:",
    [...all.keys()].map((name) => ({ word: flagOf(name), says: "option of every task" })),
  )
  for (const { name, isFlag } of all.values()) if (!isFlag) add(`value: ${flagOf(name)}`, wordsFor("", name))
}

/** What every Hardhat has, whether or not its environment lists it. */
const builtin = [
  { name: "config", isFlag: false },
  { name: "help", isFlag: true },
  { name: "version", isFlag: true },
  { name: "showStackTraces", isFlag: true },
] as const

function takesValue({ type }: Pick<OptionDefinition, "type">): boolean {
  return type !== ArgumentType.FLAG && type !== ArgumentType.LEVEL
}

function* allTasks(tasks: ReadonlyMap<string, Task>): Iterable<Task> {
  for (const task of tasks.values()) {
    yield task
    yield* allTasks(task.subtasks)
  }
}

function describeTask({ id, description }: Task): CompletionWord {
  return { word: id.at(-1) ?? "", says: description }
}
