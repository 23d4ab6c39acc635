import type { Client } from "viem"

import { type CheckedToken, checkToken } from "../../swap/checks/checkToken.js"
import type { SwapClient } from "../../swap/createSwapClient.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { SwapChain } from "../config/swapChains.js"
import { findKnownChain, findToken, readTokenText } from "./findToken.js"
import { pinnedTokens } from "./pinnedTokens.js"

export type FindOwnTokenParameters = {
  readonly client: SwapClient
  /** Reads the chain. */
  readonly reader: Client
  readonly plugs: PlugsConfig
  /** A symbol or an address. */
  readonly text: string
  readonly chain: SwapChain
  readonly signal?: AbortSignal | undefined
}

/** Finds a token of a chain that can be read, as `swap execute` does. */
export async function findOwnToken(parameters: FindOwnTokenParameters): Promise<CheckedToken> {
  const { client, reader, plugs, chain, signal } = parameters
  const text = readTokenText(parameters.text, "token")
  const known = findKnownChain(await client.getSupportedChains({ signal }), chain, "connection")
  const pins = pinnedTokens(plugs, chain.name)
  const { isPinned, ...found } = await findToken(client, { text, chain, known, argument: "token", pins, signal })
  return await checkToken(reader, found, { isPinned })
}
