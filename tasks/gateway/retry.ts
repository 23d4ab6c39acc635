import { retryReport } from "./output/retryReport.js"
import { retryGivenUp } from "./retry/retryGivenUp.js"
import { readWaitOptions } from "#src/plugin/arguments/readArguments.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { openGateway, pollingIntervals } from "#src/plugin/connection/openClients.js"
import { type BoundTask, exitCodeOf, runTask } from "#src/plugin/run/runTask.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { checkBytes32 } from "#src/primitives/checks.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { printDocument } from "#src/terminal/printJson.js"

type RetryArguments = { id: string; timeout: string | undefined; json: boolean }

/** Milliseconds. A devnet tries again at once. */
const defaultTimeout = 30_000

const retry: BoundTask<RetryArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const { plugs } = hre.config
  const id = checkBytes32(args.id, "id", "the id of a payload, timeout or trigger, or a transaction hash")
  const { timeout = defaultTimeout } = readWaitOptions({ timeout: args.timeout })
  const api = await openGateway(plugs, { clock })
  await using chains = openChains(hre, { signal })
  const { client, errorAbis } = await chains.gateway()
  const items = await retryGivenUp(
    { api, client },
    { id, abis: await errorAbis(), ...pollingIntervals(plugs.gateway), timeout, clock, signal },
  )
  const failed = items.find(
    ({ outcome, isDone }) => outcome === "cancelled" || (outcome === "retried" && isDone === false),
  )
  const error =
    failed &&
    new ShownFailureError({
      message: failed.outcome === "cancelled" ? "It was cancelled." : "It was tried again, and it reverts again.",
      facts: { [failed.kind]: failed.id },
      next: `Find out why: npx hardhat ${commandLine("gateway explain", { id }, { positional: ["id"] })}`,
    })
  if (args.json) printDocument(out, { id, items }, error)
  else out.line(retryReport(items, out.paint))
  return exitCodeOf(error)
})

export default retry
