import type { Hex } from "viem"
import { getContractEvents } from "viem/actions"

import { socketAbi } from "../../onchain/abi.js"
import { type ChainView, toMined } from "../ChainView.js"
import { type Mined, searchLogs, type SearchLogsParameters, type SearchLogsReturnType } from "#src/onchain/logs.js"

/** Finds where a message was delivered, in the logs of the destination's socket. An execution that failed leaves no log. */
export async function findExecution(
  view: ChainView,
  { messageId, ...search }: Omit<SearchLogsParameters<Mined>, "read" | "isEnough"> & { readonly messageId: Hex },
): Promise<SearchLogsReturnType<Mined>> {
  const executed = { abi: socketAbi, address: view.socket, eventName: "ExecutionSuccess", strict: true } as const
  return await searchLogs({
    ...search,
    isEnough: (found) => found.length > 0,
    read: async (range) => {
      const logs = await getContractEvents(view.client, { ...executed, ...range })
      return await Promise.all(logs.filter(({ args }) => args.msgId === messageId).map((log) => toMined(view, log)))
    },
  })
}
