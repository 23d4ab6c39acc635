import type { Explanation } from "#src/explaining/Explanation.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import type { NextCommands } from "#tasks/explain/output/adviseNext.js"

/** Writes the commands that explain and follow something of the gateway, by its id. */
export function nextGatewayCommands({ kind, id }: Explanation["subject"]): NextCommands {
  const again = `npx hardhat ${commandLine("gateway explain", { id }, { positional: ["id"] })}`
  const waiting = { id, wait: true }
  if (kind === "transaction") {
    return { again, follow: `npx hardhat ${commandLine("gateway tx", waiting, { positional: ["id"] })}` }
  }
  if (kind !== "timeout") return { again }
  return { again, follow: `npx hardhat ${commandLine("gateway timeouts", waiting, { positional: [] })}` }
}
