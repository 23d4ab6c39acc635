import { triesOverError } from "./output/notes.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { type BoundTask, exitCodeOf, runTask } from "#src/plugin/run/runTask.js"
import { checkBytes32 } from "#src/primitives/checks.js"
import { printDocument } from "#src/terminal/printJson.js"

type PayloadArguments = { payloadId: string; json: boolean }

const payload: BoundTask<PayloadArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const { plugs } = hre.config
  const payloadId = checkBytes32(args.payloadId, "payloadId", "a payload id")
  const client = await openGateway(plugs, { clock })
  const found = await client.getPayload({ payloadId, signal })
  const names = await openContractBook(hre)
  const reportOptions = { chainName: nameChains(chainsOf(plugs)), abis: await readErrorAbis(hre.artifacts), names }
  const error =
    found.isGivenUp === true
      ? triesOverError("The payload", { id: payloadId, facts: { payload: payloadId } })
      : undefined
  if (args.json) printDocument(out, { payloadId, payload: found }, error)
  else {
    const { payloadReport } = await import("./output/payloadReport.js")
    out.line(payloadReport(found, reportOptions, out.paint))
  }
  return exitCodeOf(error)
})

export default payload
