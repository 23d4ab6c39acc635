import { getChainId } from "viem/actions"

import { failed, type Finding, ok, warning } from "../checks.js"
import type { DoctorChain } from "./DoctorChain.js"

/** Checks that a chain's node answers, and that it is a node of that chain. */
export async function checkNetwork(chain: DoctorChain): Promise<Finding> {
  const { client } = await chain.open()
  const found = await getChainId(client)
  const { network, slug, chainId } = chain
  if (chainId !== undefined) {
    if (found === chainId) return ok(`A node of chain ${found} answers.`)
    return failed(
      `The node is of chain ${found}, and not of chain ${chainId} as config.networks.${network}.chainId says.`,
      `Correct config.networks.${network}.url, or its chainId.`,
    )
  }
  // Most slugs are chain ids, but not all: the socket decides.
  if (found === slug) return ok(`A node of chain ${found} answers.`)
  return warning(
    `The node is of chain ${found}, and the chain's slug is ${slug}.`,
    `If that is right, say so with chainId: ${found} in config.networks.${network}; otherwise correct its url.`,
  )
}
