import type { FollowedChain } from "../followChain.js"
import type { Read } from "./judgeDelivery.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** Reads something of a delivery. That a node fails is an answer, too; bugs and what the store throws are not. */
export async function orUnread<T>(chain: FollowedChain, read: () => Promise<Read<T>>): Promise<Read<T>> {
  try {
    return await read()
  } catch (thrown) {
    const error = explainCallError(thrown, { address: chain.socket, functionName: "execute", chain: chain.name })
    if (!isPlugsError(error) || error.code === "WATCH_STORE_UNUSABLE") throw error
    return { unread: [error.shortMessage, error.facts["reason"]].filter(Boolean).join(" "), isDown: true }
  }
}
