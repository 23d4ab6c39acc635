import type { Address, Client } from "viem"
import { getCode } from "viem/actions"
import { size } from "viem/utils"

import { throwExplained } from "./callErrors.js"

/** Makes a request that viem has no types for, once. Throws the errors of viem. */
export async function requestNode(client: Client, method: string, ...params: readonly unknown[]): Promise<unknown> {
  return await client.request({ method, params } as never)
}

/**
 * Reads the name and version of a node, such as `HardhatNetwork/3.17.0/…`.
 *
 * @returns `undefined` if it does not say
 */
export async function readClientVersion(client: Client): Promise<string | undefined> {
  try {
    const version = await requestNode(client, "web3_clientVersion")
    return typeof version === "string" ? version : undefined
  } catch {
    return undefined
  }
}

/** Whether a name and version is that of a node with which people develop, a fork of a public chain included. */
export function isDevelopmentVersion(version: unknown): boolean {
  return typeof version === "string" && /^(hardhat|anvil|edr|ganache)/i.test(version)
}

/** Whether a node is one of those with which people develop. One that does not say is not. */
export async function isDevelopmentNode(client: Client): Promise<boolean> {
  return isDevelopmentVersion(await readClientVersion(client))
}

/**
 * Reads how many bytes of code are at an address. 0 means that there is no contract.
 *
 * @throws {NodeFailedError} the node did not answer
 */
export async function readCodeSize(client: Client, address: Address): Promise<number> {
  const code = await getCode(client, { address }).catch(throwExplained({ address, functionName: "eth_getCode" }))
  return code === undefined ? 0 : size(code)
}
