import { revertOfTrigger } from "../../src/gateway/index.js"
import { chainsOf, nameChains } from "../../src/plugin/config/chainsOf.js"
import { openGateway } from "../../src/plugin/connection/openClients.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { checkHash } from "../../src/primitives/checks.js"
import { toJson } from "../../src/terminal/core/toJson.js"
import { triggerReport } from "../../src/terminal/gateway/triggerReport.js"

type TriggersArguments = { txHash: string; json: boolean }

const triggers: BoundTask<TriggersArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const { plugs } = hre.config
  const txHash = checkHash(args.txHash, "txHash")
  const client = await openGateway(plugs, { clock })
  const names = await openContractBook(hre)
  const found = await client.getTriggers({ txHash, signal })
  const abis = await readErrorAbis(hre.artifacts)
  if (args.json) {
    const decoded = found.map((trigger) => ({ ...trigger, revert: revertOfTrigger(trigger, abis) ?? null }))
    out.line(toJson({ txHash, triggers: decoded }, { indent: 2 }))
  } else out.line(triggerReport(found, { chainName: nameChains(chainsOf(plugs)), abis, names }, out))
  // Unknown is an error, because the hash may be wrong.
  if (found.length === 0) return exitCodes.error
  return found.some(({ isGivenUp }) => isGivenUp === true) ? exitCodes.failure : exitCodes.success
})

export default triggers
