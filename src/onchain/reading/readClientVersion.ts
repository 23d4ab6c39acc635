import type { Client } from "viem"

/**
 * Reads what a node calls itself, such as `HardhatNetwork/3.17.0/…`.
 *
 * @returns `undefined` if it does not say
 */
export async function readClientVersion(client: Client): Promise<string | undefined> {
  try {
    const version: unknown = await client.request({ method: "web3_clientVersion" } as never)
    return typeof version === "string" ? version : undefined
  } catch {
    return undefined
  }
}
