import type { Client } from "viem"

import { readClientVersion } from "../../onchain/readNode.js"

/** Whether a node is one of those with which people develop: a devnet, Hardhat or Anvil, a fork of a public chain included. */
export async function isDevelopmentNode(client: Client): Promise<boolean> {
  return /^(hardhat|anvil|edr)/i.test((await readClientVersion(client)) ?? "")
}
