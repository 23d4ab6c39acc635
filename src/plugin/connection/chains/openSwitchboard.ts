import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { deploymentsOf } from "../../config/deployments.js"
import type { PlugsConfig } from "../../config/PlugsConfig.js"
import { publicClientOf } from "./clientsOf.js"
import { openSocket } from "./openSocket.js"
import { isDevnetSocket } from "#src/devnet/addresses.js"
import type { Deployments } from "#src/messaging/deployments/ChainDeployment.js"
import { checkSwitchboard } from "#src/messaging/deployments/checkSocket.js"
import { NoSwitchboardError } from "#src/messaging/deployments/deploymentErrors.js"
import { findSwitchboard, switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import {
  devnetSwitchboard,
  devnetSwitchboardKinds,
  isDevnetKind,
  type SwitchboardKind,
  switchboardKinds,
} from "#src/messaging/switchboardKinds.js"
import { parseAddress } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

export type SwitchboardChoice = {
  /** The chain of the switchboard. */
  readonly chain: ChainEntry
  readonly siblingSlug: number
  /** An address, or a kind, such as FAST. Default: the fast one on a devnet, none on any other chain. */
  readonly switchboard: string | undefined
  /** The name of the argument in errors, such as `--switchboard`. */
  readonly argument: string
}

/**
 * Returns the address of a switchboard that a user gives by its address or by its kind. One that is given by its kind is checked on the
 * chain: the socket must know a path to the sibling through it.
 *
 * @throws {InvalidInputError} it is neither, or it is missing on a chain that is not a devnet's
 * @throws {NoSwitchboardError} no switchboard of that kind leads to the sibling
 * @throws {DeploymentMismatchError} the socket does not know the switchboard that leads there by what is known
 */
export async function openSwitchboard(
  connection: NetworkConnection<string>,
  plugs: PlugsConfig,
  { chain, siblingSlug, switchboard: text, argument }: SwitchboardChoice,
): Promise<Address> {
  if (text !== undefined && /^0x/i.test(text.trim())) return parseAddress(text, argument)
  const isDevnet = isDevnetSocket(chain.socket)
  if (text === undefined && isDevnet) return devnetSwitchboard("FAST")
  const deployments = isDevnet ? [] : await deploymentsOf(plugs)
  if (text === undefined) throw noDefault(chain, { argument, siblingSlug, deployments })
  const kind = readKind(text, argument)
  const switchboard = isDevnet
    ? devnetSwitchboardOf(kind, chain, siblingSlug)
    : await findSwitchboard({ chainId: chainIdOf(chain, deployments, argument), siblingSlug, kind, deployments })
  const socket = await openSocket(connection, chain)
  const subject = { socket, slug: chain.slug, chain: chain.name, switchboard, siblingSlug }
  await checkSwitchboard(publicClientOf(connection), subject)
  return switchboard
}

function readKind(text: string, argument: string): SwitchboardKind {
  const kind = switchboardKinds.find((known) => known === text.trim().toUpperCase())
  if (kind !== undefined) return kind
  throw new InvalidInputError({
    argument,
    problem: `${inQuotes(text)} is neither an address nor a kind of switchboard`,
    fix: `Give ${switchboardKinds.join(", ")}, or an address.${didYouMean(text.trim().toUpperCase(), switchboardKinds)}`,
  })
}

function devnetSwitchboardOf(kind: SwitchboardKind, { name: chain }: ChainEntry, siblingSlug: number): Address {
  if (isDevnetKind(kind)) return devnetSwitchboard(kind)
  throw new NoSwitchboardError({ chain, siblingSlug, kind, kinds: devnetSwitchboardKinds })
}

function chainIdOf({ name, slug }: ChainEntry, deployments: Deployments, argument: string): number {
  const deployment = deployments.find((other) => other.slug === slug)
  if (deployment !== undefined) return deployment.chainId
  throw new InvalidInputError({
    argument,
    problem: `the switchboards of ${name} are not known`,
    fix: "Give the switchboard's address.",
  })
}

function noDefault(
  { name, slug }: ChainEntry,
  { argument, siblingSlug, deployments }: { argument: string; siblingSlug: number; deployments: Deployments },
): InvalidInputError {
  const deployment = deployments.find((chain) => chain.slug === slug)
  const kinds = deployment === undefined ? [] : switchboardsTo(deployment, siblingSlug).map(({ kind }) => kind)
  return new InvalidInputError({
    argument,
    problem: `it has no default on ${name}, which is not a devnet chain`,
    fix: kinds.length === 0 ? "Give its address." : `Give ${kinds.join(" or ")}, or its address.`,
  })
}
