import type { Address, Client, Hex } from "viem"
import { getBlockNumber, getContractEvents } from "viem/actions"

import { getGatewayContracts } from "#src/gateway/onchain/getGatewayContracts.js"
import { watcherAbi } from "#src/gateway/onchain/watcherAbi.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { firstOfNewest } from "#src/onchain/scanning/firstOfNewest.js"
import { largerOf } from "#src/primitives/numbers/amount.js"

/** Which transactions of the gateway chain to list. */
type ListGatewayTransactionsParameters = {
  addressResolver: Address
  /** Only requests of this app gateway. Default: of all. */
  appGateway?: Address | undefined
  /** The most transactions to return. */
  limit: number
  /** How many of the newest blocks to search. */
  blocks: bigint
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
  { addressResolver, appGateway, limit, blocks }: ListGatewayTransactionsParameters,
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
