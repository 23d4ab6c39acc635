import type { Hex } from "viem"

import type { SwapCase, SwapChain } from "./types.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"

/** What the chains show of the messages that a transaction of a route sent. */
export type MessagesReading = {
  /** The chain that they leave. */
  readonly chain: SwapChain
  readonly txHash: Hex
  readonly explanation: Explanation
}

/** Reads how the messages of a transaction stand; `undefined` if it sent none, or nothing can be read of them. */
export async function readMessages(
  { explainMessages, signal }: SwapCase,
  chain: SwapChain,
  txHash: Hex,
): Promise<MessagesReading | undefined> {
  const explanation = await explainMessages?.({ chain, txHash, signal }).catch((error: unknown) => {
    // What else is known of the swap is worth saying.
    if (error instanceof NodeFailedError) return undefined
    throw error
  })
  return explanation && { chain, txHash, explanation }
}
