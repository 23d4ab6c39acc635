import { payloadRows } from "./index.js"
import { triesOverError } from "./output/notes.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"

export default actionOf(payloadRows, async ({ payloadId }, hre, { signal, clock }) => {
  const { plugs } = hre.config
  const client = await openGateway(plugs, { clock })
  const found = await client.getPayload({ payloadId, signal })
  const names = await openContractBook(hre)
  const reportOptions = { chainName: nameChains(chainsOf(plugs)), abis: await readErrorAbis(hre.artifacts), names }
  const error =
    found.isGivenUp === true
      ? triesOverError("The payload", { id: payloadId, facts: { payload: payloadId } })
      : undefined
  return {
    document: { payloadId, payload: found },
    report: async () => (await import("./output/payloadReport.js")).payloadReport(found, reportOptions),
    error,
  }
})
