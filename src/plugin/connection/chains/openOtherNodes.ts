import type { Client } from "viem"

import type { ChainEntry } from "../../../primitives/chains.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { isLoopback } from "../../../primitives/urls/isLoopback.js"
import { hideInOutput } from "../../../terminal/hiddenKeys.js"

/**
 * Opens the other nodes of a chain, in the order of the configuration. Their URLs, which may contain keys, are in no error and no output.
 *
 * @throws {InvalidInputError} a URL is neither https nor on this machine
 */
export async function openOtherNodes({ name, nodes = [] }: ChainEntry): Promise<readonly Client[]> {
  if (nodes.length === 0) return []
  const { createClient, http } = await import("viem")
  return await Promise.all(
    nodes.map(async (node, index) => {
      const url = await node.getUrl()
      hideInOutput(url)
      if (url.startsWith("https:") || isLoopback(url)) {
        return createClient({ transport: http(url, { batch: true, retryCount: 0 }) })
      }
      throw new InvalidInputError({
        argument: `config.plugs.chains.${name}.nodes[${index}]`,
        problem: "it is not https",
        fix: "Plain http is only for a node on this machine.",
      })
    }),
  )
}
