import { type ErrorClass, readErrorClasses } from "./readErrorClasses.js"
import { unknownText } from "./readExpression.js"
import { code } from "./table.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { outcomeOf } from "#src/terminal/outcomes.js"

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

function describe(error: ErrorClass): string {
  const facts = factsOf(error).join(", ")
  const lines = [
    `${code(error.name)}, ${whereFrom(error)}. ${error.description}`,
    "",
    ...(error.message === undefined || error.message === unknownText ? [] : [`- Message: ${code(error.message)}`]),
    ...(facts === "" ? [] : [`- Facts: ${facts}`]),
    ...adviceLines(error),
  ]
  return lines.join("\n").trim()
}

/** The names of an error's facts, as code. */
function factsOf({ facts, hasMoreFacts }: ErrorClass): string[] {
  return [...facts.map(code), ...(hasMoreFacts ? ["others"] : [])]
}

/** What a reader can do, one text a case. */
function adviceOf({ next }: ErrorClass): string[] {
  // `<name>` is a place to fill in, and no element of HTML.
  const advice = [...new Set(next)].filter((text) => text !== unknownText).map((text) => text.replaceAll("<", "\\<"))
  return [...advice, ...(next.includes(unknownText) ? ["Depends on the case: read the error's `next`."] : [])]
}

function adviceLines(error: ErrorClass): string[] {
  const [only = "", ...others] = adviceOf(error)
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
  "extras/create/src/": "thrown by `create-hardhat-plugs` and `hardhat-plugs init`",
  "extras/swap/src/plugin/": "thrown by tasks and `connection.plugs`",
  "extras/swap/src/": "not exported",
  "extras/": "thrown by tasks",
}

/** The entry points that export an error, or what throws it. */
function whereFrom({ path, entries }: ErrorClass): string {
  if (entries.length > 0) return `from ${entries.map(code).join(", ")}`
  return Object.entries(rooms).find(([folder]) => path.startsWith(folder))?.[1] ?? "not exported"
}

/** What the tasks exit with when such an error ends them, as they decide it themselves. */
function exitCodeOf(name: string): number {
  class Example extends PlugsError {
    readonly code = name
  }
  return exitCodes[outcomeOf(new Example(""))]
}
