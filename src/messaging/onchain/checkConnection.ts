import { isAddressEqual, zeroAddress } from "viem"
import { readContract } from "viem/actions"

import { socketAbi } from "./abi.js"
import { explainProtocolError } from "./callErrors.js"
import {
  checkSwitchboards,
  type ConnectionDifference,
  type ConnectionSide,
  type NotChecked,
} from "./connection/checkSwitchboards.js"
import { getPlugConfig, type PlugConfig } from "./getPlugConfig.js"
import { checkAddress, checkSlug, checkUint256 } from "#src/primitives/checks.js"

export type { ConnectionDifference, ConnectionSide, NotChecked } from "./connection/checkSwitchboards.js"

/** The two ends of a connection, in any order. */
export type CheckConnectionParameters = { readonly a: ConnectionSide; readonly b: ConnectionSide }

/** Whether two plugs are connected to each other, and how each side is configured. */
export type CheckConnectionReturnType = {
  /** Whether nothing was found that stops messages. What is in `notChecked` can still do so. */
  readonly agrees: boolean
  readonly differences: readonly ConnectionDifference[]
  /** What the nodes did not show. Empty if everything was checked. */
  readonly notChecked: readonly NotChecked[]
  readonly a: PlugConfig
  readonly b: PlugConfig
}

/**
 * Checks whether two plugs are connected to each other, so that messages can travel in both directions.
 *
 * That includes whether the switchboards of the two sides fit: a packet is proposed for the sibling of the switchboard that sent it, and a
 * plug that uses another one never gets it. Siblings are only in the sockets' logs. Where a node does not give those, `notChecked` says so.
 *
 * @throws {WrongContractError} there is no socket at one of the addresses
 * @throws {NodeFailedError} a node did not answer
 * @example
 * const { agrees, differences, notChecked } = await checkConnection({
 *   a: { client: alpha, socket, plug: counterOnAlpha, slug: 41001 },
 *   b: { client: beta, socket, plug: counterOnBeta, slug: 41002 },
 * })
 * for (const { says } of notChecked) console.warn(says)
 * if (!agrees) throw new Error(differences.map(({ says }) => says).join(" "))
 */
export async function checkConnection(sides: CheckConnectionParameters): Promise<CheckConnectionReturnType> {
  const a = checkSide(sides.a, "a")
  const b = checkSide(sides.b, "b")
  const [fromA, fromB] = await Promise.all([inspect(a, b, "a"), inspect(b, a, "b")])
  const configuredA = { ...a, config: fromA.config }
  const configuredB = { ...b, config: fromB.config }
  const switchboards = await Promise.all([
    checkSwitchboards(configuredA, configuredB, "a"),
    checkSwitchboards(configuredB, configuredA, "b"),
  ])
  const differences = [fromA, fromB, ...switchboards].flatMap((found) => found.differences)
  const notChecked = switchboards.flatMap((found) => found.notChecked)
  return { agrees: differences.length === 0, differences, notChecked, a: fromA.config, b: fromB.config }
}

async function inspect(
  { client, socket, plug, slug }: ConnectionSide,
  other: ConnectionSide,
  side: "a" | "b",
): Promise<{ config: PlugConfig; differences: ConnectionDifference[] }> {
  const config = await getPlugConfig(client, { socket, plug, siblingChainSlug: other.slug })
  const call = { address: socket, functionName: "chainSlug" } as const
  const actualSlug = await readContract(client, { ...call, abi: socketAbi }).catch((error: unknown) => {
    throw explainProtocolError(error, call)
  })
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

function checkSide({ client, socket, plug, slug, fromBlock = 0n }: ConnectionSide, side: "a" | "b"): ConnectionSide {
  return {
    client,
    fromBlock: checkUint256(fromBlock, `${side}.fromBlock`),
    socket: checkAddress(socket, `${side}.socket`),
    plug: checkAddress(plug, `${side}.plug`),
    slug: checkSlug(slug, `${side}.slug`),
  }
}
