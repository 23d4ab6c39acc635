import type { Client } from "viem"

/** Whether a node is one of those with which people develop: a devnet, Hardhat or Anvil, a fork of a public chain included. */
export async function isDevelopmentNode(client: Client): Promise<boolean> {
  try {
    const version: unknown = await client.request({ method: "web3_clientVersion" } as never)
    return typeof version === "string" && /^(hardhat|anvil|edr)/i.test(version)
  } catch {
    return false
  }
}
