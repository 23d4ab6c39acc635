import pLimit from "p-limit"
import type { Address, Client, Hex } from "viem"
import { getBlock, getBlockNumber, getContractEvents } from "viem/actions"

import type { TransactionRow } from "../output/transactionTable.js"
import type { GatewayClient } from "#src/gateway/index.js"
import { getGatewayContracts } from "#src/gateway/onchain/getGatewayContracts.js"
import { watcherAbi } from "#src/gateway/onchain/watcherAbi.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { firstOfNewest } from "#src/onchain/scanning/LogPosition.js"
import { largerOf } from "#src/primitives/numbers/amount.js"

/** Which transactions of the gateway chain to list. */
type ListTransactionsParameters = {
  readonly client: Client
  readonly api: Pick<GatewayClient, "getTransaction">
  readonly addressResolver: Address
  /** Only requests of this app gateway. Default: of all. */
  readonly appGateway?: Address | undefined
  readonly state: string | undefined
  /** The most transactions to return. */
  readonly limit: number
  /** How many of the newest blocks to search. */
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

/** A transaction of the gateway chain that submitted a request. */
type ListedGatewayTransaction = {
  readonly txHash: Hex
  readonly appGateway: Address
  readonly blockNumber: bigint
}

/** Most public nodes answer this many at once. */
const rangeBlocks = 2_000n

/**
 * Lists the latest transactions that submitted requests of app gateways, from the logs of the gateway chain's watcher, the newest first.
 *
 * @throws {WrongContractError} there is no address resolver at the address
 * @throws {NodeFailedError} the node did not answer
 */
export async function listGatewayTransactions(
  client: Client,
  {
    addressResolver,
    appGateway,
    limit,
    blocks,
  }: Omit<ListTransactionsParameters, "client" | "api" | "state" | "signal">,
): Promise<ListedGatewayTransaction[]> {
  const { watcher } = await getGatewayContracts(client, { addressResolver })
  const explain = (error: unknown): never => {
    throw explainCallError(error, { address: watcher, functionName: "RequestSubmitted" })
  }
  const newest = await getBlockNumber(client, { cacheTime: 0 }).catch(explain)
  const first = firstOfNewest(blocks, newest)
  const transactions = new Map<Hex, ListedGatewayTransaction>()
  for (let end = newest; end >= first && transactions.size < limit; end -= rangeBlocks) {
    const fromBlock = largerOf(end - rangeBlocks + 1n, first)
    const logs = await getContractEvents(client, {
      abi: watcherAbi,
      address: watcher,
      eventName: "RequestSubmitted",
      args: appGateway === undefined ? {} : { appGateway },
      fromBlock,
      toBlock: end,
      strict: true,
    }).catch(explain)
    for (const { transactionHash, blockNumber, args } of logs.reverse()) {
      // A transaction can submit several requests.
      if (!transactions.has(transactionHash))
        transactions.set(transactionHash, { txHash: transactionHash, appGateway: args.appGateway, blockNumber })
    }
  }
  return [...transactions.values()].slice(0, limit)
}
