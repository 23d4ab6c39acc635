import type { Address, Hex } from "viem"

import { timeoutsRows } from "./index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { waitOptionsOf } from "#src/plugin/arguments/readArguments.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { gatewayChainOf } from "#src/plugin/config/chainsOf.js"
import { openGateway, pollingIntervals, requireReachable } from "#src/plugin/connection/openClients.js"
import { type ContractBook, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { describedSteps, exitCodes } from "#src/plugin/run/runTask.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

export default actionOf(timeoutsRows, async (args, hre, { terminal, signal, clock }) => {
  const { json } = args
  const book = await openContractBook(hre)
  const query = await readTimeoutQuery(args, { book, gatewayChain: gatewayChainOf(hre.config) })
  const client = await openGateway(hre.config.plugs, { clock })
  const abis = await readErrorAbis(hre.artifacts)
  const reportOptions = { abis, names: book, now: () => clock.now() }

  if (!args.wait) {
    const found = await client.getTimeouts({ ...query, signal })
    return {
      document: { ...query, timeouts: found },
      report: async () => (await import("./output/timeouts.js")).timeoutReport(found, reportOptions),
    }
  }

  await requireReachable(hre.config.plugs.gateway, () => client.getTimeouts({ ...query, signal }))
  const [{ watchTimeouts }, { showSteps }, { timeoutsView }] = await Promise.all([
    import("#src/gateway/following/watchTimeouts.js"),
    import("#src/terminal/live/showSteps.js"),
    import("./output/timeouts.js"),
  ])
  const polling = { ...pollingIntervals(hre.config.plugs.gateway), ...waitOptionsOf(args), signal }
  const watch = (onTrouble: (error: unknown) => void) =>
    describedSteps(watchTimeouts(client, { ...query, abis, ...polling, onTrouble }), hre)
  await showSteps(watch, timeoutsView(reportOptions), { terminal, json, clock })
  return exitCodes.success
})

/**
 * Reads which timeouts to show.
 *
 * @param gatewayChain the chain of the target
 * @throws {InvalidInputError} no option says which, or one is wrong; the error names it
 */
async function readTimeoutQuery(
  { tx, id, target }: Pick<Values<typeof timeoutsRows>, "tx" | "id" | "target">,
  { book, gatewayChain }: { readonly book: ContractBook; readonly gatewayChain: ChainEntry },
): Promise<{ txHash?: Hex; timeoutId?: string; target?: Address }> {
  if (tx === undefined && id === undefined && target === undefined) {
    throw new InvalidInputError({
      argument: "--tx, --id or --target",
      problem: "none is given",
      fix: "Select timeouts by the transaction that scheduled them, by timeout id, or by the contract that they call.",
    })
  }
  const find = async (text: string): Promise<Address> =>
    (await book.find(text, { chain: gatewayChain, argument: "--target" })).address
  return {
    ...(tx === undefined ? {} : { txHash: tx }),
    ...(id === undefined ? {} : { timeoutId: id }),
    ...(target === undefined ? {} : { target: await find(target) }),
  }
}
