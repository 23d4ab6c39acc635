import { commands } from "./commands.ts"
import { type Ending, maxOutput } from "./report.ts"

/**
 * Reads a report that a pull request's own code can have written. Of a check it says the name, the code, the time and the output; the command is ours.
 *
 * @throws {Error} it has another shape
 */
export function readReport(text: string): Ending[] {
  const { checks } = JSON.parse(text) as { checks?: unknown }
  if (!Array.isArray(checks) || checks.length === 0) throw new Error("it has no checks")
  const endings = checks.map(readEnding)
  if (new Set(endings.map(({ name }) => name)).size !== endings.length) throw new Error("it has a check twice")
  return endings
}

function readEnding(check: unknown): Ending {
  const { name, code, seconds, output } = check as Readonly<Record<string, unknown>>
  if (typeof name !== "string" || !Object.hasOwn(commands, name)) throw new Error("it has a check that is not known")
  if (!isWithin(code, 2 ** 32) || !Number.isInteger(code)) throw new Error("an exit code is no number")
  if (!isWithin(seconds, 1e6)) throw new Error("a time is no number")
  if (typeof output !== "string" || output.length > maxOutput) throw new Error("an output is no text, or too long")
  return { name, command: `npx hardhat ${(commands[name] ?? []).join(" ")}`, code, seconds, output }
}

function isWithin(value: unknown, max: number): value is number {
  return typeof value === "number" && value >= 0 && value <= max
}
