import { explainRows } from "./index.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import type { NextCommands } from "#tasks/explain/output/adviseNext.js"
import { showExplanation } from "#tasks/explain/showExplanation.js"

export default actionOf(explainRows, async (args, hre, io) => {
  const { signal, clock } = io
  return await showExplanation({
    args,
    hre,
    io,
    explain: async () => {
      await using chains = openChains(hre, { timeout: explainTimeout, signal })
      // This reads all that chains can say, with viem.
      const { explainOnGateway } = await import("#src/plugin/connection/explaining/explainOnGateway.js")
      const api = await openGateway(hre.config.plugs, { clock })
      return await explainOnGateway(hre, chains, { id: args.id, api, clock, signal })
    },
    commandsFor: nextGatewayCommands,
  })
})

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
