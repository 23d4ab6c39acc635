import { differencesOf, type Side } from "./connection/differencesOf.js"
import { type ConnectionSide, readConnectionFacts } from "./connection/readConnectionFacts.js"
import { type ConnectionDifference, type NotChecked, wordDifferences } from "./connection/wordDifferences.js"
import type { PlugConfig } from "./getPlugConfig.js"
import { checkAddress, checkSlug, checkUint256 } from "#src/primitives/checks.js"

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
 * It includes whether each plug that is sent messages has the function that takes them, too.
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
export async function checkConnection(parameters: CheckConnectionParameters): Promise<CheckConnectionReturnType> {
  const sides = { a: checkSide(parameters.a, "a"), b: checkSide(parameters.b, "b") }
  const facts = await readConnectionFacts(sides)
  const { differences, notChecked } = await wordDifferences(differencesOf(facts), sides)
  const [a, b] = [facts.a.config, facts.b.config]
  if ("unread" in a || "unread" in b) throw new Error("How both plugs are connected was read.")
  return { agrees: differences.length === 0, differences, notChecked, a: a.known, b: b.known }
}

function checkSide({ client, socket, plug, slug, fromBlock = 0n }: ConnectionSide, side: Side): ConnectionSide {
  return {
    client,
    fromBlock: checkUint256(fromBlock, `${side}.fromBlock`),
    socket: checkAddress(socket, `${side}.socket`),
    plug: checkAddress(plug, `${side}.plug`),
    slug: checkSlug(slug, `${side}.slug`),
  }
}
