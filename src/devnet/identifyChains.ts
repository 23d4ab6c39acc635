import { InvalidInputError } from "../primitives/InvalidInputError.js"
import type { ChainIdentity } from "./chain/chains.js"
import { gatewayChain } from "./defaults.js"

/** A chain's name, or its name with a chain id and a slug. The slug defaults to the chain id. */
export type ChainRequest<Name extends string = string> =
  Name | { readonly name: Name; readonly chainId: number; readonly slug?: number }

/** Clear of the ids of public chains and of other local ones. */
const firstChainId = 41001

const largestSlug = 2 ** 32 - 1

/**
 * Gives every chain its numbers.
 *
 * @throws {InvalidInputError} fewer than two chains, a name that cannot be part of a URL, or a number that is out of range or taken
 *
 * @example
 * identifyChains(["alpha", "beta"]) // [{ name: "alpha", chainId: 41001, slug: 41001 }, { name: "beta", … 41002 }]
 */
export function identifyChains(requests: readonly ChainRequest[]): ChainIdentity[] {
  const identities = requests.map((request, index) => {
    if (typeof request === "string") return { name: request, chainId: firstChainId + index, slug: firstChainId + index }
    return { slug: request.chainId, ...request }
  })
  if (identities.length < 2)
    throw refuse(`${identities.length} is too few for a cross-chain message`, "Name at least two")
  for (const { name, chainId, slug } of identities) {
    if (!/^[a-zA-Z][a-zA-Z0-9_-]*$/.test(name)) {
      throw refuse(`"${name}" cannot be part of a URL`, "Use letters, digits, - and _, with a letter first")
    }
    if (!Number.isSafeInteger(chainId) || chainId <= 0)
      throw refuse(`${name}'s chain id ${chainId} is out of range`, "Use a positive integer")
    if (!Number.isSafeInteger(slug) || slug <= 0 || slug > largestSlug) {
      throw refuse(`${name}'s slug ${slug} is out of range`, `Use an integer from 1 to ${largestSlug}`)
    }
  }
  for (const key of ["name", "chainId", "slug"] as const) {
    const seen = new Set<string | number>()
    for (const identity of identities) {
      if (identity[key] === gatewayChain[key]) {
        throw refuse(`the ${key} ${identity[key]} is the gateway chain's`, `Give ${identity.name} another`)
      }
      if (seen.has(identity[key])) throw refuse(`two chains have the ${key} ${identity[key]}`, "Give each its own")
      seen.add(identity[key])
    }
  }
  return identities
}

function refuse(problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument: "chains", problem, fix: `${fix}.` })
}
