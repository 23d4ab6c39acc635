import { exitCodes } from "../../src/plugin/run/runTask.js"
import { PlugsError } from "../../src/primitives/PlugsError.js"
import { outcomeOf } from "../../src/terminal/outcomes.js"
import { type ErrorClass, readErrorClasses } from "./readErrorClasses.js"
import { unknownText } from "./readExpression.js"
import { code } from "./table.js"

/** Renders every error of the TypeScript code, by its `code`. */
export async function errorReference(): Promise<string> {
  const classes = await readErrorClasses()
  const codes = [...new Set(classes.map((one) => one.code))].sort()
  const index = codes.map((name) => `[${name}](#${name.toLowerCase()})`).join(" · ")
  const entries = codes
    .map((name) => {
      const same = classes.filter((one) => one.code === name)
      const exitCode = exitCodeOf(name)
      const exit = exitCode === exitCodes.error ? "" : `\n\nExit code of a task: ${String(exitCode)}.`
      return `## ${name}\n\n${same.map(describe).join("\n\n")}${exit}`
    })
    .join("\n\n")
  return `${index}\n\n${entries}`
}

function describe({ name, path, description, entries, message, facts, hasMoreFacts, next }: ErrorClass): string {
  const from = entries.length === 0 ? thrownBy(path) : `from ${entries.map(code).join(", ")}`
  const shownFacts = [...facts.map(code), ...(hasMoreFacts ? ["others"] : [])].join(", ")
  const lines = [
    `${code(name)}, ${from}. ${description}`,
    "",
    ...(message === undefined || message === unknownText ? [] : [`- Message: ${code(message)}`]),
    ...(shownFacts === "" ? [] : [`- Facts: ${shownFacts}`]),
    ...adviceLines(next),
  ]
  return lines.join("\n").trim()
}

function adviceLines(next: readonly string[]): string[] {
  const advice = [...new Set(next)].filter((text) => text !== unknownText)
  const more = next.includes(unknownText) ? ["Depends on the case: read the error's `next`."] : []
  const [only = "", ...others] = [...advice, ...more]
  if (only === "") return []
  return others.length === 0
    ? [`- What to do: ${only}`]
    : ["- What to do:", ...[only, ...others].map((text) => `  - ${text}`)]
}

/** Whose errors a folder holds, where no entry point exports the class. */
const rooms: Readonly<Record<string, string>> = {
  "src/http/": "thrown by every API client",
  "src/primitives/": "thrown by every function that checks its parameters, and by tasks",
  "src/plugin/": "thrown by tasks and `connection.plugs`",
  "tasks/": "thrown by tasks",
  "src/init/": "thrown by `create-hardhat-plugs` and `hardhat-plugs init`",
}

function thrownBy(path: string): string {
  return Object.entries(rooms).find(([folder]) => path.startsWith(folder))?.[1] ?? "not exported"
}

/** What the tasks exit with when such an error ends them, as they decide it themselves. */
function exitCodeOf(name: string): number {
  class Example extends PlugsError {
    readonly code = name
  }
  return exitCodes[outcomeOf(new Example(""))]
}
