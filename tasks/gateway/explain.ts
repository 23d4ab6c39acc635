import type { Explanation } from "#src/explaining/Explanation.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { type BoundTask, runTask } from "#src/plugin/run/runTask.js"
import { checkBytes32 } from "#src/primitives/checks.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import type { NextCommands } from "#tasks/explain/output/adviseNext.js"
import { showExplanation } from "#tasks/explain/showExplanation.js"
import type { StoryArguments } from "#tasks/explain/StoryArguments.js"

type ExplainArguments = StoryArguments & { id: string | undefined }

const explain: BoundTask<ExplainArguments> = runTask(async (args, hre, io) => {
  const { signal, clock } = io
  return await showExplanation({
    args,
    hre,
    io,
    explain: async () => {
      const given = readRequired(args.id, { argument: "id", example: "the hash of a transaction" })
      const id = checkBytes32(given, "id", "a transaction hash, a payload id or a timeout id")
      await using chains = openChains(hre, { timeout: explainTimeout, signal })
      // This reads all that chains can say, with viem.
      const { explainOnGateway } = await import("#src/plugin/connection/explaining/explainOnGateway.js")
      const api = await openGateway(hre.config.plugs, { clock })
      return await explainOnGateway(hre, chains, { id, api, clock, signal })
    },
    commandsFor: nextGatewayCommands,
  })
})

export default explain

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
