import type { HookContext } from "hardhat/types/hooks"
import type { Hex } from "viem"

import type { Explanation, MessageChain, MessageCauseName } from "../../../messaging/index.js"
import { type ChainEntry, findChain } from "../../../primitives/chains.js"
import { systemClock } from "../../../primitives/clock.js"
import { chainsOf } from "../../config/chainsOf.js"
import { type MessageChains, openMessageChains } from "../chains/openMessageChains.js"
import { explainTimeout } from "./explainTimeout.js"
import { explainOnChains } from "./explainOnChains.js"

/** The chain of a connection, which is read through the connection itself: a chain in this process is no other one's. */
export type OwnChain = { readonly entry: ChainEntry; readonly open: () => Promise<MessageChain> }

/** Explains the messages of a transaction for a script. */
export async function explainOnConnection(
  project: HookContext,
  { entry, open }: OwnChain,
  asked: {
    readonly srcChainSlug: number
    readonly srcTxHash?: Hex | undefined
    readonly messageId?: Hex | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<Explanation<MessageCauseName>> {
  const { srcChainSlug, srcTxHash, messageId, signal = new AbortController().signal } = asked
  const configured = chainsOf(project.config.plugs)
  const chains = configured.some(({ slug }) => slug === entry.slug) ? configured : [...configured, entry]
  await using others = openMessageChains(project, { timeout: explainTimeout })
  const opened: Pick<MessageChains, "require" | "find"> = {
    require: (chain) => (chain.slug === entry.slug ? open() : others.require(chain)),
    find: (slug) => (slug === entry.slug ? open().catch(() => undefined) : others.find(slug)),
  }
  const source = findChain(chains, srcChainSlug, "srcChainSlug")
  const subject = { source, srcTxHash, messageId, record: undefined }
  return await explainOnChains(project, subject, { chains, opened, clock: systemClock, signal })
}
