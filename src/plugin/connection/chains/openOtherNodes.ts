import type { Client } from "viem"

import { type Requestable, requestOnChain } from "./requestOnChain.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

/**
 * Opens the other nodes of a chain, in the order of the configuration. Their URLs can contain keys: errors name them by their number.
 *
 * @param connection what reaches the chain itself
 * @returns clients. What is wrong with a node is an error of each of its answers, as it is the configuration's fault and not the chain's:
 * a URL that is neither https nor on this machine, or a node of another chain, is an `InvalidInputError`
 */
export async function openOtherNodes(
  { name, nodes = [] }: ChainEntry,
  connection: Requestable,
): Promise<readonly Client[]> {
  if (nodes.length === 0) return []
  const [{ createClient, custom, http }, { getChainId }] = await Promise.all([import("viem"), import("viem/actions")])
  const ownId = lazily(async () => Number(await requestOnChain(connection, { method: "eth_chainId" })))
  return nodes.map((node, index) => {
    const refuse = (problem: string, fix: string): never => {
      throw new InvalidInputError({ argument: `config.plugs.chains.${name}.nodes[${index}]`, problem, fix })
    }
    const open = lazily(async () => {
      const url = await node.getUrl()
      if (!url.startsWith("https:") && !isLoopback(url)) {
        return refuse("it is not https", "Plain http is only for a node on this machine.")
      }
      const client = createClient({ transport: http(url, { batch: true, retryCount: 0 }), ccipRead: false })
      const [own, other] = await Promise.all([ownId(), getChainId(client)])
      if (own === other) return client
      return refuse(`it is a node of chain ${other}, and ${name} is chain ${own}`, "Name a node of the same chain.")
    })
    const request = async (question: never): Promise<unknown> => await (await open()).request(question)
    return createClient({ transport: custom({ request }, { retryCount: 0 }), ccipRead: false })
  })
}
