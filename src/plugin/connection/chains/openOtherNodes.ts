import type { Client } from "viem"

import type { ChainEntry } from "../../../primitives/chains.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { isLoopback } from "../../../primitives/urls/isLoopback.js"

/**
 * Opens the other nodes of a chain, in the order of the configuration. Their URLs can contain keys: errors name them by their number.
 *
 * @throws {InvalidInputError} a URL is neither https nor on this machine
 */
export async function openOtherNodes({ name, nodes = [] }: ChainEntry): Promise<readonly Client[]> {
  if (nodes.length === 0) return []
  const { createClient, http } = await import("viem")
  return await Promise.all(
    nodes.map(async (node, index) => {
      const url = await node.getUrl()
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
