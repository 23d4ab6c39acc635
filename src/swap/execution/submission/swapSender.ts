import type { Hex } from "viem"

import type { Sender } from "../../../onchain/submission/types.js"
import { swapCall } from "../simulation/simulateSwap.js"
import type { Execution, JournalEntry } from "../types.js"

/** The account and the clients of an execution, for its transaction to a contract. */
export function swapSender({ account, parameters }: Execution<JournalEntry | undefined>, to: Hex): Sender {
  const { publicClient, walletClient, errorAbis } = parameters
  return { account, publicClient, walletClient, errorAbis, call: swapCall(to) }
}
