import hre from "hardhat"
import type { OptionDefinition } from "hardhat/types/arguments"

import { code, table } from "./table.js"

/** Renders the arguments and options of a task, described as `--help` describes them. */
export function taskOptions(name: readonly string[]): Promise<string> {
  const task = hre.tasks.getTask([...name])
  const taken = task.positionalArguments.map((argument) => {
    const shown = argument.isVariadic ? `${argument.name}…` : argument.name
    return [code(shown), argument.description]
  })
  const options = [...task.options.values()].map((option) => [code(flag(option.name)), describe(option)])
  const parts = [
    ...(taken.length === 0 ? [] : [table(["argument", "meaning"], taken)]),
    ...(options.length === 0 ? [] : [table(["option", "meaning"], options)]),
  ]
  return Promise.resolve(parts.join("\n\n"))
}

/** Options are declared in camelCase, and written in kebab-case. */
function flag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function describe({ description, defaultValue }: OptionDefinition): string {
  const isTold = description.includes("default") || typeof defaultValue === "boolean" || defaultValue === undefined
  return isTold ? description : `${description} (default: ${defaultValue})`
}
