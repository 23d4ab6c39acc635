import type { Account, Address, Client } from "viem"
import { readContract } from "viem/actions"
import { parseAbi, size } from "viem/utils"

import type { PricedMessage } from "../../../src/messaging/compareFees.js"
import { prepareSend, type SendThroughPlugParameters } from "../../../src/messaging/onchain/fees/prepareSend.js"
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

const inboundGasAbi = parseAbi(["function INBOUND_GAS() view returns (uint256)"])

/** More than a block of any chain has. */
const maxGas = 10n ** 12n

/** Reads the gas that a plug asks for its messages, if it names that by `INBOUND_GAS()`, as the plugs of this package do. */
async function readInboundGas(client: Client, plug: Address): Promise<bigint | undefined> {
  const call = { abi: inboundGasAbi, address: plug, functionName: "INBOUND_GAS" } as const
  const gas = await readContract(client, call).catch(() => undefined)
  return gas === undefined || gas === 0n || gas > maxGas ? undefined : gas
}
