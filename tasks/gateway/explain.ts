import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { showExplanation } from "../explain/showExplanation.js"
import type { StoryArguments } from "../explain/StoryArguments.js"
import { nextGatewayCommands } from "./explain/nextGatewayCommands.js"
import { openGatewayChains } from "./explain/openGatewayChains.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import { checkBytes32 } from "../../src/primitives/checks.js"

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
      // After the first requests: this reads all that chains can say, with viem.
      const { explainOnGateway } = await import("./explain/explainOnGateway.js")
      return await explainOnGateway(hre, id, { chains, clock, signal })
    },
    commandsFor: (subject) => nextGatewayCommands(subject, args),
  })
})

export default explain
