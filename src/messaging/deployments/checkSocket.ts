import { type Address, type Client, zeroAddress } from "viem"
import { getCode, readContract } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { socketAbi } from "../onchain/abi.js"
import { explainProtocolError } from "../onchain/callErrors.js"
import { readSlug } from "../onchain/readSocketOf.js"
import { DeploymentMismatchError } from "./deploymentErrors.js"
import { checkAddress, checkSlug } from "#src/primitives/checks.js"

/** What is expected on a chain. */
export type CheckSocketParameters = {
  readonly socket: Address
  readonly slug: number
  /** What errors call the chain. Default: its slug. */
  readonly chain?: string | undefined
}

/**
 * Checks that there is a socket at an address, and that it is the one of a chain: with one call, and a second one if it is not.
 *
 * @param client a viem client of the chain
 * @throws {DeploymentMismatchError} there is no contract, another one, or the socket of another chain
 * @throws {NodeFailedError} the node did not answer
 * @example
 * const { socket, slug } = (await findDeployment(42161))!
 * await checkSocket(client, { socket, slug })
 */
export async function checkSocket(client: Client, parameters: CheckSocketParameters): Promise<void> {
  const socket = checkAddress(parameters.socket, "socket")
  const slug = checkSlug(parameters.slug, "slug")
  const { chain = String(slug) } = parameters
  const refuse = (problem: string): DeploymentMismatchError =>
    new DeploymentMismatchError({ chain, address: socket, problem })
  const found = await readSlug(client, socket)
  if (found === slug) return
  if (found !== undefined) throw refuse(`the socket says that its slug is ${found}, and not ${slug}`)
  const code = await getCode(client, { address: socket })
  throw refuse(code === undefined ? "there is no contract at the socket's address" : "the contract is not a socket")
}

/** A switchboard, and the chain to which it should lead. */
export type CheckSwitchboardParameters = CheckSocketParameters & {
  readonly switchboard: Address
  readonly siblingSlug: number
}

/**
 * Checks that a socket knows a switchboard as one that leads to another chain, with one call.
 *
 * @throws {DeploymentMismatchError} it does not
 * @throws {NodeFailedError} the node did not answer
 */
export async function checkSwitchboard(client: Client, parameters: CheckSwitchboardParameters): Promise<void> {
  const { socket, slug, switchboard, siblingSlug, chain = String(slug) } = parameters
  const call = { address: socket, functionName: "capacitors__" } as const
  try {
    const capacitor = await readContract(client, { ...call, abi: socketAbi, args: [switchboard, siblingSlug] })
    if (!isAddressEqual(capacitor, zeroAddress)) return
  } catch (error) {
    throw explainProtocolError(error, call)
  }
  const problem = `the socket knows no path to chain ${siblingSlug} through this switchboard`
  throw new DeploymentMismatchError({ chain, address: switchboard, problem })
}
