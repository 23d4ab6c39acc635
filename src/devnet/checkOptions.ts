import type { ChainIdentity } from "./chain/chains.js"
import {
  type ChainRequest,
  devnetOptions,
  gatewayChain,
  numberChains,
  type NumberedChain,
  numberGateway,
  optionList,
  type StartDevnetOptions,
} from "./options.js"
import { checkHeaderValue } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** Checks the numbers, the key and the affiliate, before anything is started: what a client could not send is refused, too. */
export function checkOptions(options: StartDevnetOptions<string, boolean, boolean>): void {
  const { apiKey, affiliate, executionRetries } = options
  if (apiKey !== undefined) checkHeaderValue(apiKey, "apiKey")
  if (affiliate !== undefined) checkHeaderValue(affiliate, "affiliate")
  const values = options as Readonly<Record<string, unknown>>
  for (const { name, from, to } of optionList) {
    if (from !== undefined && values[name] !== undefined) checkNumber(name, values[name], { from, to })
  }
  if (executionRetries === undefined) return
  checkNumber("executionRetries.attempts", executionRetries.attempts, { from: 1 })
  checkNumber("executionRetries.delay", executionRetries.delay, { from: 0 })
}

function checkNumber(argument: string, value: unknown, { from, to }: { from: number; to?: number | undefined }): void {
  const isInRange = typeof value === "number" && Number.isSafeInteger(value) && value >= from && value <= (to ?? value)
  if (isInRange) return
  const range = to === undefined ? `of ${from} or more` : `from ${from} to ${to}`
  throw refuse(`${String(value)} is out of range`, `Give a whole number ${range}`, argument)
}

const { to: maxSlug } = devnetOptions.gatewayChainId

/**
 * Gives every chain its numbers.
 *
 * @throws {InvalidInputError} fewer than two chains, a name that cannot be part of a URL, or a number that is out of range or taken
 */
export function assignChainNumbers(requests: readonly ChainRequest[]): NumberedChain[] {
  const identities = numberChains(requests)
  if (identities.length < 2)
    throw refuse(`${identities.length} is too few for a cross-chain message`, "Name at least two")
  for (const { name, chainId, slug } of identities) {
    if (!/^[a-zA-Z][a-zA-Z0-9_-]*$/.test(name)) {
      throw refuse(`"${name}" cannot be part of a URL`, "Use letters, digits, - and _, with a letter first")
    }
    if (!Number.isSafeInteger(chainId) || chainId <= 0)
      throw refuse(`${name}'s chain id ${chainId} is out of range`, "Use a positive integer")
    if (!Number.isSafeInteger(slug) || slug <= 0 || slug > maxSlug) {
      throw refuse(`${name}'s slug ${slug} is out of range`, `Use an integer from 1 to ${maxSlug}`)
    }
  }
  if (identities.some(({ name }) => name === gatewayChain.name)) {
    throw refuse(`the name ${gatewayChain.name} is the gateway chain's`, "Give the chain another")
  }
  for (const key of ["name", "chainId", "slug"] as const) {
    const values = identities.map((identity) => identity[key])
    const twice = values.find((value, index) => values.indexOf(value) < index)
    if (twice !== undefined) throw refuse(`two chains have the ${key} ${twice}`, "Give each its own")
  }
  return identities
}

/**
 * Gives the gateway chain its numbers. Its slug is its chain id.
 *
 * @param others the chains that it serves
 * @throws {InvalidInputError} the chain id is out of range, or another chain has the same id or slug
 */
export function assignGatewayNumbers(others: readonly ChainIdentity[], chainId?: number): ChainIdentity {
  const gateway = numberGateway(chainId)
  if (!Number.isSafeInteger(gateway.slug) || gateway.slug <= 0 || gateway.slug > maxSlug) {
    throw refuse(`${chainId} is out of range`, `Use an integer from 1 to ${maxSlug}`, "gatewayChainId")
  }
  for (const key of ["chainId", "slug"] as const) {
    const twin = others.find((other) => other[key] === gateway[key])
    if (twin === undefined) continue
    if (chainId === undefined) {
      throw refuse(`the ${key} ${twin[key]} is the gateway chain's`, `Give ${twin.name} another`)
    }
    throw refuse(`${chainId} is the ${key} of ${twin.name}`, "Use an id that no other chain has", "gatewayChainId")
  }
  return gateway
}

function refuse(problem: string, fix: string, argument = "chains"): InvalidInputError {
  return new InvalidInputError({ argument, problem, fix: `${fix}.` })
}
