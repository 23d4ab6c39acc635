import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { oneLine, shorten } from "../../../primitives/quote.js"
import type { Chain } from "../../../swap/index.js"
import type { SwapChain } from "./readSwapChain.js"

/**
 * A chain as the swap API knows it.
 *
 * @throws {InvalidInputError} it doesn't; those that it knows are listed
 */
export function findKnownChain(chains: readonly Chain[], chain: SwapChain, argument: string): Chain {
  const found = chains.find(({ chainId }) => chainId === chain.chainId)
  if (found !== undefined) return found
  const known = chains.slice(0, 20).map(({ chainId, name }) => `${shorten(oneLine(name), 30)} (${chainId})`)
  throw new InvalidInputError({
    argument,
    problem: `the swap API doesn't know the chain ${chain.name === String(chain.chainId) ? "" : `${chain.name} `}(${chain.chainId})`,
    fix: known.length === 0 ? "It knows none." : `It knows ${known.join(", ")}.`,
  })
}
