import type { HookContext } from "hardhat/types/hooks"

import { type MessageChains, openMessageChains } from "./openMessageChains.js"
import type { MessageChain } from "#src/messaging/following/followSocket.js"

/** The chain of a connection, which is read through the connection itself: a chain in this process is no other one's. */
export type OwnChain = { readonly slug: number | undefined; readonly open: () => Promise<MessageChain> }

/** Opens the configured chains for a script, as {@link openMessageChains} does. That of the script's own connection is open already. */
export function openFromConnection(
  project: HookContext,
  own: OwnChain,
  options: Parameters<typeof openMessageChains>[1] = {},
): Pick<MessageChains, "require" | "find"> & AsyncDisposable {
  const others = openMessageChains(project, options)
  return {
    require: (chain) => (chain.slug === own.slug ? own.open() : others.require(chain)),
    find: (slug) => (slug === own.slug ? own.open().catch(() => undefined) : others.find(slug)),
    [Symbol.asyncDispose]: () => others[Symbol.asyncDispose](),
  }
}
