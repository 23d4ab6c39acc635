import { explainOnGateway } from "./explain/explainOnGateway.js"
import { nextGatewayCommands } from "./explain/nextGatewayCommands.js"
import { openGatewayChains } from "./explain/openGatewayChains.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import { type BoundTask, runTask } from "#src/plugin/run/runTask.js"
import { checkBytes32 } from "#src/primitives/checks.js"
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
      await using chains = await openGatewayChains(hre, signal)
      return await explainOnGateway(hre, id, { chains, clock, signal })
    },
    commandsFor: nextGatewayCommands,
  })
})

export default explain
