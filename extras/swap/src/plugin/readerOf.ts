import type { PublicClient } from "viem"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"

/** Milliseconds. Nothing depends on the chain, so the wait is short. */
const patience = 10_000

/** Opens what reads the chain of an id; `undefined` if no network reaches it, or if its node does not answer, or answers for another chain. */
export async function readerOf(
  chains: Pick<Chains, "openId">,
  chainId: number,
  clock: Clock = systemClock,
): Promise<PublicClient | undefined> {
  const opened = await withTimeLimit(patience, () => chains.openId(chainId), { clock }).catch(() => undefined)
  const chain = opened?.kind === "done" ? opened.value : undefined
  return chain === undefined || "problem" in chain ? undefined : chain.client
}
