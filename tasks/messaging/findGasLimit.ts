import type { Address, Client } from "viem"

import { readInboundGas } from "../../src/messaging/onchain/fees/readInboundGas.js"

/** The gas limit to price a message with, and where it is from. */
export type GasLimit = { readonly gasLimit: bigint; readonly from: "option" | "plug" | "assumed" }

/** What a message is assumed to ask for if nobody says. */
const assumedGas = 100_000n

/** Finds the gas limit of a message: the one that is given, else the plug's own, else an assumed one. */
export async function findGasLimit(client: Client, plug: Address, given: bigint | undefined): Promise<GasLimit> {
  if (given !== undefined) return { gasLimit: given, from: "option" }
  const own = await readInboundGas(client, plug)
  return own === undefined ? { gasLimit: assumedGas, from: "assumed" } : { gasLimit: own, from: "plug" }
}
