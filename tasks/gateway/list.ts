import pLimit from "p-limit"
import type { Address, Client } from "viem"
import { getBlock } from "viem/actions"

import type { GatewayClient } from "../../src/gateway/index.js"
import { listGatewayTransactions } from "../../src/gateway/onchain/listGatewayTransactions.js"
import { readWholeNumber } from "../../src/plugin/arguments/readArguments.js"
import { gatewayChainOf } from "../../src/plugin/config/chainsOf.js"
import { publicClientOf } from "../../src/plugin/connection/chains/clientsOf.js"
import { connectChain, withGatewayChain } from "../../src/plugin/connection/chains/connectChain.js"
import { forwarderContractsOf } from "../../src/plugin/connection/gatewayContracts.js"
import { openGateway } from "../../src/plugin/connection/openClients.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { explainGatewayCommand } from "../../src/primitives/commands/explainCommands.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { printExplainHint } from "../explain/output/adviseNext.js"
import { type TransactionRow, transactionTable } from "./output/transactionTable.js"

type ListArguments = {
  appGateway: string | undefined
  state: string | undefined
  limit: string
  blocks: string
  json: boolean
}

const list: BoundTask<ListArguments> = runTask(async (args, hre, { terminal: { out, err }, signal, clock }) => {
  const { plugs } = hre.config
  const chain = gatewayChainOf(hre.config)
  const book = await openContractBook(hre)
  const contract =
    args.appGateway === undefined ? undefined : await book.find(args.appGateway, { chain, argument: "--app-gateway" })
  const limit = Number(readWholeNumber(args.limit, { argument: "--limit", from: 1n, to: 500n }))
  const blocks = readWholeNumber(args.blocks, { argument: "--blocks", from: 1n })
  const { addressResolver } = await forwarderContractsOf(plugs, withGatewayChain(hre))
  await using connection = await connectChain(hre, chain, { signal })
  const transactions = await listTransactions({
    client: publicClientOf(connection),
    api: await openGateway(plugs, { clock }),
    addressResolver,
    appGateway: contract?.address,
    state: args.state?.trim().toUpperCase(),
    limit,
    blocks,
    signal,
  })
  const contractName = (address: string): string | undefined => book.nameOf(chain.slug, address)
  if (args.json) printDocument(out, { transactions })
  else if (transactions.length === 0)
    out.line(`No request was found in the newest ${blocks} blocks. --blocks searches more.`)
  else {
    out.line(transactionTable(transactions, { contractName, now: clock.now() }, out))
    const late = transactions.find(({ status }) => status !== "COMPLETED")
    printExplainHint(err, late && explainGatewayCommand(late.txHash))
  }
  return exitCodes.success
})

export default list

/** Which transactions of the gateway chain to list. */
export type ListTransactionsParameters = {
  readonly client: Client
  readonly api: Pick<GatewayClient, "getTransaction">
  readonly addressResolver: Address
  readonly appGateway: Address | undefined
  readonly state: string | undefined
  readonly limit: number
  readonly blocks: bigint
  readonly signal: AbortSignal
}

/** Requests at the same time. */
const atOnce = 8

/** A filter by state reads this many times as many transactions as it shows. */
const stateFactor = 10

/** Lists the latest transactions of app gateways from the gateway chain's logs, with the states that the API gives. */
export async function listTransactions(parameters: ListTransactionsParameters): Promise<TransactionRow[]> {
  const { client, api, addressResolver, appGateway, state, limit, blocks, signal } = parameters
  const most = state === undefined ? limit : limit * stateFactor
  const found = await listGatewayTransactions(client, { addressResolver, appGateway, blocks, limit: most })
  const rows = await pLimit(atOnce).map(found, async ({ txHash, blockNumber, appGateway: owner }) => {
    const [requests, block] = await Promise.all([
      api.getTransaction({ txHash, signal }).catch(() => []),
      getBlock(client, { blockNumber }).catch(() => undefined),
    ])
    const open = requests.find(({ status }) => status !== "COMPLETED") ?? requests.at(-1)
    return {
      txHash,
      status: open?.status ?? null,
      appGateway: owner,
      payloadCount: requests.reduce((count, { payloads }) => count + payloads.length, 0),
      sentAt: block === undefined ? null : Number(block.timestamp) * 1_000,
    }
  })
  return rows.filter(({ status }) => state === undefined || status === state).slice(0, limit)
}
