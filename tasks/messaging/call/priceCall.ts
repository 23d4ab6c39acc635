import type { Account, Address, Client } from "viem"
import { size } from "viem/utils"

import type { PricedMessage } from "../../../src/messaging/compareFees.js"
import { prepareSend, type SendThroughPlugParameters } from "../../../src/messaging/onchain/fees/prepareSend.js"
import { readInboundGas } from "../../../src/messaging/onchain/fees/readInboundGas.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"

/** What a simulated call would send and cost, in wei. */
export type PricedCall = {
  readonly messages: readonly PricedMessage[]
  readonly functionName: string
  /** What sending costs, without gas and margin. */
  readonly fee: bigint
}

/**
 * Simulates a call of a plug, and returns the messages that it sends and what they cost. Sends nothing.
 *
 * @throws what `sendThroughPlug` throws before it sends
 */
export async function priceCall(
  client: Client,
  account: Account,
  { chains, ...call }: SendThroughPlugParameters & { readonly chains: readonly ChainEntry[] },
): Promise<PricedCall> {
  const prepared = await prepareSend(client, account, { ...call, marginPercent: 0 })
  const messages = (prepared.messages ?? []).map(({ dstChainSlug: slug, minMsgGasLimit: gasLimit, payload }) => {
    const to = chains.find((chain) => chain.slug === slug) ?? {
      name: String(slug),
      slug,
      network: String(slug),
      socket: undefined,
    }
    return { to, gasLimit, payloadLength: size(payload) }
  })
  return { messages, functionName: prepared.call.functionName, fee: prepared.fee }
}

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
