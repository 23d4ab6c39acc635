import type { Address, Client, Hex } from "viem"
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
 * Reads the code at an address, `0x` if there is none. Behind one URL there can be a node that lags and does not have a new contract yet: where
 * there is no code, the newest is asked for again, since the next request may reach another node. Throws the errors of viem.
 */
export async function readCodeAt(
  client: Client,
  { address, blockNumber }: { readonly address: Address; readonly blockNumber?: bigint | undefined },
): Promise<Hex> {
  for (let tries = 1; ; tries++) {
    const code = await getCode(client, { address, blockNumber })
    if (code !== undefined || blockNumber !== undefined || tries === 3) return code ?? "0x"
  }
}

/**
 * Reads how many bytes of code are at an address. 0 means that there is no contract.
 *
 * @throws {NodeFailedError} the node did not answer
 */
export async function readCodeSize(client: Client, address: Address): Promise<number> {
  return size(await readCodeAt(client, { address }).catch(throwExplained({ address, functionName: "eth_getCode" })))
}
