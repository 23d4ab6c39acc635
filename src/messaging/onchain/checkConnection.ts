import { type Address, type Client, isAddressEqual, zeroAddress } from "viem"

import { readContract } from "viem/actions"

import { checkAddress, checkSlug } from "../../primitives/checks.js"
import { socketAbi } from "./abi.js"
import { explainCallError } from "./callErrors.js"
import { getPlugConfig, type PlugConfig } from "./getPlugConfig.js"

/** One end of a connection. */
export type ConnectionSide = {
  readonly client: Client
  readonly socket: Address
  readonly plug: Address
  readonly slug: number
}

/** The two ends, in any order. */
export type CheckConnectionParameters = { readonly a: ConnectionSide; readonly b: ConnectionSide }

/** Something that keeps messages from travelling, on one side. */
export type ConnectionDifference = {
  readonly side: "a" | "b"
  /** `slug`: the socket is that of another chain. `sibling`: the plug names another plug, or none. `path`: the switchboard of one direction has no path there. */
  readonly about: "slug" | "sibling" | "path"
  readonly expected: string
  readonly actual: string
  /** For people, in one sentence. */
  readonly says: string
}

/** Whether two plugs agree, and what each has told its socket. */
export type CheckConnectionReturnType = {
  readonly agrees: boolean
  readonly differences: readonly ConnectionDifference[]
  readonly a: PlugConfig
  readonly b: PlugConfig
}

/**
 * Checks that two plugs are connected to each other, so that messages can travel both ways.
 *
 * @throws {WrongContractError} there is no socket at an address
 * @throws {NodeFailedError} a node didn't answer
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
    const says = `The socket ${socket} is that of chain ${actualSlug}, not of ${slug}.`
    differences.push({ side, about: "slug", expected: String(slug), actual: String(actualSlug), says })
  }
  if (!isAddressEqual(config.siblingPlug, other.plug)) {
    const isConnected = !isAddressEqual(config.siblingPlug, zeroAddress)
    const found = isConnected ? `names ${config.siblingPlug}` : "names no sibling"
    const says = `Plug ${plug} on chain ${slug} ${found} on chain ${other.slug}; it should name ${other.plug}.`
    differences.push({ side, about: "sibling", expected: other.plug, actual: config.siblingPlug, says })
  } else {
    const says = (way: string): string =>
      `The ${way} switchboard of plug ${plug} on chain ${slug} has no path to chain ${other.slug}.`
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
    throw explainCallError(error, { address: socket, functionName: "chainSlug" })
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
