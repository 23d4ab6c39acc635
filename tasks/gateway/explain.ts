import { explainedError } from "../../src/plugin/run/explainedError.js"
import { explainOnGateway } from "../../src/plugin/run/gateway/explain/explainOnGateway.js"
import { openGatewayChains } from "../../src/plugin/run/gateway/explain/openGatewayChains.js"
import { type BoundTask, exitCodeOf, runTask } from "../../src/plugin/run/runTask.js"
import { checkBytes32 } from "../../src/primitives/checks.js"
import { printDocument } from "../../src/terminal/core/json/printJson.js"
import { printExplanation } from "../../src/terminal/explaining/printExplanation.js"

type ExplainArguments = { id: string; json: boolean }

const explain: BoundTask<ExplainArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const id = checkBytes32(args.id, "id", "a transaction hash, a payload id or a timeout id")
  await using chains = await openGatewayChains(hre, signal)
  const explanation = await explainOnGateway(hre, id, { chains, clock, signal })
  const error = explainedError(explanation)
  if (args.json) printDocument(out, explanation, error)
  else printExplanation(out, explanation)
  return exitCodeOf(error)
})

export default explain
