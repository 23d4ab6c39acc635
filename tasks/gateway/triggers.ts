import type { Hex } from "viem"

import { triggersRows } from "./index.js"
import { triesOverError } from "./output/notes.js"
import type { Trigger } from "#src/gateway/index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { NothingFoundError } from "#src/plugin/run/shownErrors.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"

export default actionOf(triggersRows, async ({ txHash }, hre, { signal, clock }) => {
  const { plugs } = hre.config
  const client = await openGateway(plugs, { clock })
  const names = await openContractBook(hre)
  const found = await client.getTriggers({ txHash, signal })
  const abis = await readErrorAbis(hre.artifacts)
  const { revertOfTrigger } = await import("#src/gateway/reverts.js")
  const decoded = found.map((trigger) => ({ ...trigger, revert: revertOfTrigger(trigger, abis) ?? null }))
  const options = { chainName: nameChains(chainsOf(plugs)), names }
  return {
    document: { txHash, triggers: decoded },
    report: async () => (await import("./output/triggerReport.js")).triggerReport(decoded, options),
    error: errorOf(txHash, found),
  }
})

/** Unknown is an error, because the hash may be wrong. */
function errorOf(txHash: Hex, found: readonly Trigger[]): PlugsError | undefined {
  if (found.length === 0) {
    return new NothingFoundError({
      message: "The gateway knows of no call by this transaction.",
      facts: { transaction: txHash },
      next: "Check the hash: it is that of a transaction on the chain of the plug. It may be too new; try again.",
    })
  }
  const isOver = found.some(({ isGivenUp }) => isGivenUp === true)
  return isOver ? triesOverError("A trigger", { id: txHash, facts: { transaction: txHash } }) : undefined
}
