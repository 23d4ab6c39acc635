import type { Explanation } from "../../../src/explaining/Explanation.js"
import { commandLine } from "../../../src/primitives/commands/commandLine.js"
import type { NextCommands } from "../../explain/output/adviseNext.js"

/** Writes the commands that explain and follow something of the gateway: by its id, or as the task was called if that is not known. */
export function nextGatewayCommands(
  { kind, id }: Explanation["subject"],
  args: Readonly<Record<string, unknown>>,
): NextCommands {
  const line = (task: string, given: Readonly<Record<string, unknown>>): string =>
    `npx hardhat ${commandLine(task, given, { positional: ["id"], without: ["json", "html", "markdown"] })}`
  if (typeof id !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(id)) return { again: line("gateway explain", args) }
  const again = line("gateway explain", { id })
  if (kind === "timeout") return { again, follow: `npx hardhat gateway timeouts --id ${id} --wait` }
  return kind === "transaction" ? { again, follow: line("gateway tx", { id, wait: true }) } : { again }
}
