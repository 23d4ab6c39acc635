import type { HookContext } from "hardhat/types/hooks"
import type { Hex } from "viem"

import { findTarget } from "./findTarget.js"
import { type Replay, type ReplayChanges, replayMessage } from "./replayMessage.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { findChain } from "#src/primitives/chains.js"

/** Which message a test executes again, and what is to be other than it was. */
export type ReplayParameters = ReplayChanges & {
  /** The chain that it was sent on, by the name in `plugs.chains`. */
  readonly from: string
  /** The transaction that sent it. */
  readonly tx: Hex
  /** Which of its messages. Default: its only one. */
  readonly messageId?: Hex | undefined
  /**
   * The fork begins before this transaction of the destination chain, or after this block of it. Default: before the transaction that has
   * delivered the message, else after the newest block.
   */
  readonly at?: Hex | bigint | undefined
}

/** Finds a message as a test names it, and executes it on a fork. */
export async function replayAsked(hre: HookContext, parameters: ReplayParameters): Promise<Replay> {
  const { from, tx, messageId, at, ...changes } = parameters
  const chains = chainsOf(hre.config.plugs)
  const source = findChain(chains, from, "from")
  await using opened = openChains(hre, { named: [source] })
  const target = await findTarget({ source, srcTxHash: tx, messageId, at }, { chains, opened })
  return await replayMessage(hre, target, changes)
}
