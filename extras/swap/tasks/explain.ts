import { explainRows } from "./index.js"
import { explainProjectSwap } from "#extras/swap/src/plugin/explainProjectSwap.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { showExplanation } from "#tasks/explain/showExplanation.js"

export default actionOf(explainRows, async (args, hre, io) => {
  const { signal, clock } = io
  const id = checkQuoteId(args.id, "id")
  return await showExplanation({
    args,
    hre,
    io,
    explain: () => explainProjectSwap(hre, { id, clock, signal }),
    commandsFor: ({ quoteId = "" }) => {
      const line = (task: string, more: object): string =>
        `npx hardhat ${commandLine(task, { id: String(quoteId), ...more }, { positional: ["id"] })}`
      return { again: line("swap explain", {}), follow: line("swap status", { wait: true }) }
    },
  })
})
