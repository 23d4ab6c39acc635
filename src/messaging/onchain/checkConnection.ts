import { type Address, type Client, isAddressEqual, zeroAddress } from "viem"

import { readContract } from "viem/actions"

import { checkAddress, checkSlug } from "../../primitives/checks.js"
import { socketAbi } from "./abi.js"
import { explainProtocolError } from "./callErrors.js"
import { getPlugConfig, type PlugConfig } from "./getPlugConfig.js"

/** One end of a connection. */
export type ConnectionSide = {
  readonly client: Client
  readonly socket: Address
  readonly plug: Address
  readonly slug: number
}

/** The two ends of a connection, in any order. */
export type CheckConnectionParameters = { readonly a: ConnectionSide; readonly b: ConnectionSide }

/** A problem on one side that stops messages. */
export type ConnectionDifference = {
  readonly side: "a" | "b"
  /**
   * `slug`: the socket belongs to another chain. `sibling`: the plug is connected to another plug, or to none. `path`: a switchboard
   * of the plug has no path to the other chain.
   */
  readonly about: "slug" | "sibling" | "path"
  readonly expected: string
  readonly actual: string
  /** One sentence for people. */
  readonly says: string
}

/** Whether two plugs are connected to each other, and how each side is configured. */
export type CheckConnectionReturnType = {
  readonly agrees: boolean
  readonly differences: readonly ConnectionDifference[]
  readonly a: PlugConfig
  readonly b: PlugConfig
}

/**
 * Checks whether two plugs are connected to each other, so that messages can travel in both directions.
 *
 * @throws {WrongContractError} there is no socket at one of the addresses
 * @throws {NodeFailedError} a node did not answer
 * @example
 * const { agrees, differences } = await checkConnection({
 *   a: { client: alpha, socket, plug: counterOnAlpha, slug: 41001 },
 *   b: { client: beta, socket, plug: counterOnBeta, slug: 41002 },
 * })
 * if (!agrees) throw new Error(differences.map(({ says }) => says).join(" "))
 */
export async function checkConnection(sides: CheckConnectionParameters): Promise<CheckConnectionReturnType> {
  const a = checkSide(sides.a, "a")
  const b = checkSide(sides.b, "b")
  const [fromA, fromB] = await Promise.all([inspect(a, b, "a"), inspect(b, a, "b")])
  const differences = [...fromA.differences, ...fromB.differences]
  return { agrees: differences.length === 0, differences, a: fromA.config, b: fromB.config }
}

async function inspect(
  { client, socket, plug, slug }: ConnectionSide,
  other: ConnectionSide,
  side: "a" | "b",
): Promise<{ config: PlugConfig; differences: ConnectionDifference[] }> {
  const config = await getPlugConfig(client, { socket, plug, siblingChainSlug: other.slug })
  const actualSlug = await readSlug(client, socket)
  const differences: ConnectionDifference[] = []
  if (actualSlug !== slug) {
    const says = `The socket ${socket} belongs to chain ${actualSlug}, not to chain ${slug}.`
    differences.push({ side, about: "slug", expected: String(slug), actual: String(actualSlug), says })
  }
  if (!isAddressEqual(config.siblingPlug, other.plug)) {
    const isConnected = !isAddressEqual(config.siblingPlug, zeroAddress)
    const found = isConnected ? `is connected to ${config.siblingPlug}` : "is not connected to a sibling"
    const says = `Plug ${plug} on chain ${slug} ${found} on chain ${other.slug}; it should be connected to ${other.plug}.`
    differences.push({ side, about: "sibling", expected: other.plug, actual: config.siblingPlug, says })
  } else {
    const says = (direction: string): string =>
      `The ${direction} switchboard of plug ${plug} on chain ${slug} has no path to chain ${other.slug}.`
    if (isAddressEqual(config.capacitor, zeroAddress)) {
      differences.push({ side, about: "path", expected: "a capacitor", actual: zeroAddress, says: says("outbound") })
    }
    if (isAddressEqual(config.decapacitor, zeroAddress)) {
      differences.push({ side, about: "path", expected: "a decapacitor", actual: zeroAddress, says: says("inbound") })
    }
  }
  return { config, differences }
}

async function readSlug(client: Client, socket: Address): Promise<number> {
  try {
    return await readContract(client, { abi: socketAbi, address: socket, functionName: "chainSlug" })
  } catch (error) {
    throw explainProtocolError(error, { address: socket, functionName: "chainSlug" })
  }
}

function checkSide({ client, socket, plug, slug }: ConnectionSide, side: "a" | "b"): ConnectionSide {
  return {
    client,
    socket: checkAddress(socket, `${side}.socket`),
    plug: checkAddress(plug, `${side}.plug`),
    slug: checkSlug(slug, `${side}.slug`),
  }
}
