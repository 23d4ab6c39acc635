import type { Client } from "viem"

import { checkToken, type TokenMismatchError } from "#extras/swap/src/checks/checkToken.js"
import type { FoundToken } from "#extras/swap/src/plugin/findToken.js"
import type { SwapChain } from "#extras/swap/src/plugin/swapChains.js"
import type { Token } from "#extras/swap/src/types.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** A token of a swap. */
export type SwapToken = Pick<Token, "chainId" | "address" | "symbol" | "decimals"> & {
  /** Whether its chain says so too. Otherwise it is what the swap API claims, because the chain was not reached. */
  readonly isFromChain: boolean
  /** What the swap API says of it that its chain does not, where that is no reason to refuse it. */
  readonly apiSays?: string | undefined
}

/**
 * Completes a token with what its chain says, or with what the swap API claims where nothing reaches the chain.
 *
 * @throws {TokenMismatchError} the chain and the API differ, and the user has not given the address
 * @throws {WrongContractError} there is no token at the address
 * @throws {InvalidInputError} the API does not know the token, and nothing reaches its chain
 */
export async function describeToken(
  { isPinned, isGiven = false, ...found }: FoundToken,
  { reader, chain, argument }: { reader: Client | undefined; chain: SwapChain; argument: string },
): Promise<SwapToken> {
  if (reader !== undefined) {
    const claims: string[] = []
    const onMismatch = isGiven ? ({ claim }: TokenMismatchError) => claims.push(claim) : undefined
    const token = await checkToken(reader, found, { isPinned, onMismatch })
    return { ...token, isFromChain: true, ...(claims.length > 0 && { apiSays: claims.join(", ") }) }
  }
  const { chainId, address, symbol, decimals } = found
  if (symbol !== undefined && decimals !== undefined) return { chainId, address, symbol, decimals, isFromChain: false }
  throw new InvalidInputError({
    argument,
    problem: `the swap API does not know the token ${address}, and ${chain.name} was not reached to read its decimals`,
    fix: `Check config.plugs.swap.tokens.${chain.name}, and that the chain's network is reachable.`,
  })
}
