import type { Hex } from "viem"

import { getTransactionReceipt } from "viem/actions"
import { parseEventLogs } from "viem/utils"

import { gatewaySocketAbi } from "../onchain/watcherAbi.js"
import type { PayloadFacts, ReachedChain, RequestFacts } from "./types.js"
import { getLogs, minedAt } from "./watcherLogs.js"

/** Adds to requests where their payloads were executed, from the logs of the chains that they go to. */
export async function readExecutions(
  requests: readonly RequestFacts[],
  chainOf: (slug: number) => Promise<ReachedChain | undefined>,
): Promise<RequestFacts[]> {
  const payloads = requests.flatMap((request) => request.payloads).filter(isExecutedByTransaction)
  const slugs = [...new Set(payloads.map(({ chainSlug }) => chainSlug))]
  const found = await Promise.all(
    slugs.map(async (slug) => {
      const chain = await chainOf(slug)
      return chain === undefined
        ? []
        : await readOn(
            chain,
            payloads.filter(({ chainSlug }) => chainSlug === slug),
          )
    }),
  )
  const executions = new Map(found.flat())
  const withExecution = (payload: PayloadFacts): PayloadFacts => ({
    ...payload,
    executed: executions.get(payload.payloadId) ?? payload.executed,
  })
  return requests.map((request) => ({ ...request, payloads: request.payloads.map(withExecution) }))
}

type Execution = NonNullable<PayloadFacts["executed"]>

async function readOn(chain: ReachedChain, payloads: readonly PayloadFacts[]): Promise<[Hex, Execution][]> {
  const { client, socket } = chain
  if (socket === undefined) return []
  const ids = payloads.filter(({ finalized }) => finalized !== null).map(({ payloadId }) => payloadId)
  if (ids.length === 0) return []
  // A public node refuses a search of all blocks. Then the transactions that the API gives are read.
  const logs = await getLogs(client, socket, [null, ids], 0n).catch(async () => {
    const hashes = new Set(payloads.flatMap(({ reported }) => reported?.executeDetails.executeTxHash ?? []))
    const receipts = await Promise.all(
      [...hashes].map((hash) => getTransactionReceipt(client, { hash }).catch(() => undefined)),
    )
    return receipts.flatMap((receipt) => receipt?.logs ?? [])
  })
  const own = logs.filter(({ address }) => address.toLowerCase() === socket.toLowerCase())
  const executed = parseEventLogs({ abi: gatewaySocketAbi, eventName: "PayloadExecuted", logs: own })
  return executed.map((log) => {
    const { payloadId, returnData, gasUsed } = log.args
    return [payloadId, { mined: minedAt(log), returnData, gasUsed }]
  })
}

/** A read and a schedule make no transaction on a chain. */
function isExecutedByTransaction({ callType }: PayloadFacts): boolean {
  return callType !== "READ" && callType !== "SCHEDULE"
}
