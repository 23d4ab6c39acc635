import type { Address, Client } from "viem"
import { readContract } from "viem/actions"

import { asyncDeployerAbi } from "../onchain/abi.js"
import { explainCallError, isContractFailure } from "#src/onchain/callErrors.js"
import { readCodeSize } from "#src/onchain/readNode.js"
import { checkAddress } from "#src/primitives/checks.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** A chain does not have a contract of a deployment of app gateways. */
export class GatewayMismatchError extends PlugsError {
  readonly code = "GATEWAY_DEPLOYMENT_MISMATCH"

  constructor({ deployment, contract, address, problem }: GatewayContract & { problem: string }) {
    super(`The gateway deployment ${deployment} is not as expected: ${problem}.`, {
      facts: { [contract]: address },
      next: "Check that the network reaches the chain of this deployment. If the contract was replaced, write its address in plugs.gateway.contracts, or a file in plugs.gateway.deployment.",
    })
  }
}

/** A contract, what it is called, such as `feesManager`, and the deployment that names it. */
export type GatewayContract = { readonly deployment: string; readonly contract: string; readonly address: Address }

/**
 * Checks that there is code at the address of a contract, with one request.
 *
 * @throws {GatewayMismatchError} there is none
 * @throws {NodeFailedError} the node did not answer
 */
export async function checkGatewayContract(client: Client, contract: GatewayContract): Promise<Address> {
  const address = checkAddress(contract.address, contract.contract)
  if ((await readCodeSize(client, address)) > 0) return address
  const problem = `there is no contract at the address of the ${contract.contract}`
  throw new GatewayMismatchError({ ...contract, address, problem })
}

/**
 * Reads from the async deployer which beacon forwarders take their code from.
 *
 * @param client a viem client of the gateway chain
 * @throws {GatewayMismatchError} there is no async deployer at the address
 * @throws {NodeFailedError} the node did not answer
 */
export async function readForwarderBeacon(
  client: Client,
  { deployment, asyncDeployer: address }: { deployment: string; asyncDeployer: Address },
): Promise<Address> {
  try {
    return await readContract(client, { abi: asyncDeployerAbi, address, functionName: "forwarderBeacon" })
  } catch (error) {
    if (!isContractFailure(error)) throw explainCallError(error, { address, functionName: "forwarderBeacon" })
    const problem = "the contract at the address of the asyncDeployer names no beacon"
    throw new GatewayMismatchError({ deployment, contract: "asyncDeployer", address, problem })
  }
}
