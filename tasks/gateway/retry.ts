import { retryRows } from "./index.js"
import { retryReport } from "./output/retryReport.js"
import { retryGivenUp } from "./retry/retryGivenUp.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { openGateway, pollingIntervals } from "#src/plugin/connection/openClients.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"

export default actionOf(retryRows, async ({ id, timeout }, hre, { signal, clock }) => {
  const { plugs } = hre.config
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
  return { document: { id, items }, report: () => retryReport(items), error }
})
