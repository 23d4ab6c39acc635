import { chainsOf, nameChains } from "../../src/plugin/config/chainsOf.js"
import { openGateway } from "../../src/plugin/connection/openClients.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { checkBytes32 } from "../../src/primitives/checks.js"
import { toJson } from "../../src/terminal/core/toJson.js"
import { payloadReport } from "../../src/terminal/gateway/payloadReport.js"

type PayloadArguments = { payloadId: string; json: boolean }

const payload: BoundTask<PayloadArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const { plugs } = hre.config
  const payloadId = checkBytes32(args.payloadId, "payloadId", "a payload id")
  const client = await openGateway(plugs, { clock })
  const found = await client.getPayload({ payloadId, signal })
  const names = await openContractBook(hre)
  const reportOptions = { chainName: nameChains(chainsOf(plugs)), abis: await readErrorAbis(hre.artifacts), names }
  out.line(
    args.json ? toJson({ payloadId, payload: found }, { indent: 2 }) : payloadReport(found, reportOptions, out.paint),
  )
  return found.isGivenUp === true ? exitCodes.failure : exitCodes.success
})

export default payload
