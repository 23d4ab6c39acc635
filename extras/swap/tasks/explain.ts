import { explainProjectSwap } from "#extras/swap/src/plugin/explainProjectSwap.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import { type BoundTask, runTask } from "#src/plugin/run/runTask.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
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
      const given = readRequired(args.id, { argument: "id", example: "the id of a quote" })
      return await explainProjectSwap(hre, { id: checkQuoteId(given.trim(), "id"), clock, signal })
    },
    commandsFor: ({ quoteId = "" }) => {
      const line = (task: string, more: object): string =>
        `npx hardhat ${commandLine(task, { id: String(quoteId), ...more }, { positional: ["id"] })}`
      return { again: line("swap explain", {}), follow: line("swap status", { wait: true }) }
    },
  })
})

export default explain
