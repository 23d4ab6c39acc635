import { explainedError } from "../../src/plugin/run/explainedError.js"
import { type BoundTask, exitCodeOf, runTask } from "../../src/plugin/run/runTask.js"
import { explainProjectSwap } from "../../src/plugin/run/swap/explaining/explainProjectSwap.js"
import { checkQuoteId } from "../../src/swap/wire/parameters/statusChecks.js"
import { printDocument } from "../../src/terminal/core/json/printJson.js"
import { printExplanation } from "../../src/terminal/explaining/printExplanation.js"

type ExplainArguments = { id: string; json: boolean }

const explain: BoundTask<ExplainArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const id = checkQuoteId(args.id.trim(), "id")
  const explanation = await explainProjectSwap(hre, id, { clock, signal })
  const error = explainedError(explanation)
  if (args.json) printDocument(out, explanation, error)
  else printExplanation(out, explanation)
  return exitCodeOf(error)
})

export default explain
