import type { Task } from "hardhat/types/tasks"

import { flagOf } from "#src/primitives/commands/commandLine.js"
import { nearest } from "#src/primitives/commands/nearest.js"

type KnownTask = Pick<Task, "isEmpty"> & {
  readonly options: ReadonlyMap<string, unknown>
  readonly subtasks: ReadonlyMap<string, KnownTask>
}

/**
 * Finds the subtask or the option that a mistyped command line means. Hardhat itself refuses it right afterwards, without saying which one
 * is near.
 *
 * @param options.families the root tasks whose command lines are read
 * @param options.globalOptions in camel case, as Hardhat has them
 * @returns `undefined` if nothing is mistyped, or nothing is near
 * @example
 * hintAtCommandLine(["messaging", "sned", "Greeter"], hre.tasks.rootTasks, { families, globalOptions: ["network"] }) // "Did you mean npx hardhat messaging send?"
 */
export function hintAtCommandLine(
  commandLine: readonly string[],
  rootTasks: ReadonlyMap<string, KnownTask>,
  { families, globalOptions }: { readonly families: ReadonlySet<string>; readonly globalOptions: readonly string[] },
): string | undefined {
  const family = commandLine.find((word) => families.has(word)) ?? ""
  const root = rootTasks.get(family)
  if (root === undefined) return undefined
  const rest = commandLine.slice(commandLine.indexOf(family) + 1)
  const [next = ""] = rest
  const subtask = root.subtasks.get(next)
  if (root.isEmpty && subtask === undefined) {
    const meant = next.startsWith("-") ? undefined : nearest(next, root.subtasks.keys())
    return meant === undefined ? undefined : `Did you mean npx hardhat ${family} ${meant}?`
  }

  const known = [...(subtask ?? root).options.keys(), ...globalOptions, "help", "version"].map(flagOf)
  const end = [...rest, "--"].indexOf("--")
  const mistyped = rest.slice(0, end).find((word) => word.startsWith("--") && !known.includes(word))
  const meant = mistyped === undefined ? undefined : nearest(mistyped, known)
  return meant === undefined ? undefined : `Did you mean ${meant}?`
}
