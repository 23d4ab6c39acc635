import pLimit from "p-limit"
import type { Address, Client } from "viem"
import { getBlock } from "viem/actions"

import type { TransactionRow } from "../output/transactionTable.js"
import { listGatewayTransactions } from "./listGatewayTransactions.js"
import type { GatewayClient } from "#src/gateway/index.js"

/** Which transactions of the gateway chain to list. */
type ListTransactionsParameters = {
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
