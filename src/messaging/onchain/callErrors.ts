import type { Abi, Address } from "viem"

import { type Call, explainCallError as explain } from "../../onchain/callErrors.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import { connectIt, protocolReverts } from "./protocolReverts.js"

/** The plug has no sibling on the destination, so nothing can be sent there and there is no price. */
export class PlugNotConnectedError extends PlugsError {
  readonly code = "PLUG_NOT_CONNECTED"

  constructor({ plug, dstChainSlug, socket }: { plug: Address; dstChainSlug: number; socket: Address }) {
    super(`The plug is not connected to chain ${dstChainSlug}.`, {
      facts: { plug, "destination chain": String(dstChainSlug), socket },
      next: connectIt,
    })
  }
}

/** What a failed viem action on a plug or a contract of the protocol means. A bug stays what it is. */
export function explainCallError(error: unknown, call: Call, abis: readonly Abi[] = []): unknown {
  return explain(error, call, { ...protocolReverts, abis: [...abis, ...protocolReverts.abis] })
}
