import type { Hex } from "viem"
import { getContractEvents } from "viem/actions"

import { type Mined, searchLogs, type SearchLogsReturnType } from "../../../onchain/logs.js"
import { socketAbi } from "../../onchain/abi.js"
import { type ChainView, toMined } from "../ChainView.js"

export type FindExecutionParameters = {
  readonly messageId: Hex
  /** The first block that can have it, such as that of the proposal. */
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Default: "newest". "oldest" finds it sooner if `fromBlock` is close to it. */
  readonly first?: "newest" | "oldest" | undefined
  readonly maxRequests?: number | undefined
}

/** Finds where a message was delivered, in the logs of the destination's socket. An execution that failed leaves no log. */
export async function findExecution(
  view: ChainView,
  { messageId, ...search }: FindExecutionParameters,
): Promise<SearchLogsReturnType<Mined>> {
  return await searchLogs({
    ...search,
    isEnough: (found) => found.length > 0,
    read: async (range) => {
      const logs = await getContractEvents(view.client, {
        abi: socketAbi,
        address: view.socket,
        eventName: "ExecutionSuccess",
        strict: true,
        ...range,
      })
      return await Promise.all(logs.filter(({ args }) => args.msgId === messageId).map((log) => toMined(view, log)))
    },
  })
}
