import { listRows } from "./index.js"
import { listTransactions } from "./list/listTransactions.js"
import { transactionTable } from "./output/transactionTable.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { gatewayChainOf } from "#src/plugin/config/chainsOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { forwarderContractsOf } from "#src/plugin/connection/gatewayContracts.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { explainGatewayCommand } from "#src/primitives/commands/explainCommands.js"
import { explainHint } from "#tasks/explain/output/adviseNext.js"

export default actionOf(listRows, async (args, hre, { signal, clock }) => {
  const { plugs } = hre.config
  const chain = gatewayChainOf(hre.config)
  const book = await openContractBook(hre)
  const contract =
    args.appGateway === undefined ? undefined : await book.find(args.appGateway, { chain, argument: "--app-gateway" })
  const { limit, blocks } = args
  await using chains = openChains(hre, { signal })
  const { client } = await chains.gateway()
  const { addressResolver } = await forwarderContractsOf(plugs, () => Promise.resolve(client))
  const transactions = await listTransactions({
    client,
    api: await openGateway(plugs, { clock }),
    addressResolver,
    appGateway: contract?.address,
    state: args.state?.trim().toUpperCase(),
    limit,
    blocks,
    signal,
  })
  const contractName = (address: string): string | undefined => book.nameOf(chain.slug, address)
  const late = transactions.find(({ status }) => status !== "COMPLETED")
  return {
    document: { transactions },
    report: () =>
      transactions.length === 0
        ? `No request was found in the newest ${blocks} blocks. --blocks searches more.`
        : transactionTable(transactions, { contractName, now: clock.now() }),
    notes: explainHint(late && explainGatewayCommand(late.txHash)),
  }
})
