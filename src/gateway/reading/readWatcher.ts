import { readContract } from "viem/actions"

import { watcherAbi } from "../onchain/watcherAbi.js"
import type { GatewayChain, WatcherFacts } from "./types.js"

/** Reads what the watcher contract charges and who operates it. Returns `null` if it is another one than the devnet's. */
export async function readWatcher({ client, watcher: address }: GatewayChain): Promise<WatcherFacts | null> {
  const read = { abi: watcherAbi, address } as const
  try {
    const [payloadFee, feePerGas, operator] = await Promise.all([
      readContract(client, { ...read, functionName: "PAYLOAD_FEE" }),
      readContract(client, { ...read, functionName: "FEE_PER_GAS" }),
      readContract(client, { ...read, functionName: "operator" }),
    ])
    return { payloadFee, feePerGas, operator }
  } catch {
    return null
  }
}
