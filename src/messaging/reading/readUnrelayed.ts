import type { Address, Hex, TransactionReceipt } from "viem"
import { getBlockNumber, getContractEvents, readContract } from "viem/actions"
import { getAddress, parseEventLogs } from "viem/utils"

import { gatewayAbi } from "../onchain/standard/gatewayAbi.js"
import { decodeInteroperableAddress } from "../onchain/standard/interoperableAddress.js"
import { relaySelector } from "../onchain/standard/relayAttribute.js"
import type { ReadableChain } from "./Journey.js"
import { searchLogs } from "#src/onchain/logs.js"

/** A message of ERC-7786 that was sent without an attribute: its gateway keeps it until somebody pays for it by `relay`. */
export type UnrelayedMessage = {
  readonly gateway: Address
  readonly sendId: Hex
  /** The account that sent it, the recipient and the payload, as `relay` takes them. */
  readonly sender: Address
  readonly recipient: Hex
  readonly payload: Hex
  /** The transaction that has paid for it since; `null` if no log shows one, and `undefined` if not all could be read. */
  readonly relayedIn: Hex | null | undefined
}

/** Finds the messages of ERC-7786 in a transaction that sent no message of the protocol. */
export async function readUnrelayed(
  { client }: Pick<ReadableChain, "client">,
  { logs, blockNumber }: Pick<TransactionReceipt, "logs" | "blockNumber">,
): Promise<readonly UnrelayedMessage[]> {
  const sent = parseEventLogs({ abi: gatewayAbi, eventName: "MessageSent", logs })
  if (sent.length === 0) return []
  const toBlock = await getBlockNumber(client, { cacheTime: 0 })
  const messages = sent.map(async ({ address, args }): Promise<UnrelayedMessage | undefined> => {
    const { sendId, recipient, payload } = args
    const sender = accountIn(args.sender)
    const gateway = { abi: gatewayAbi, address } as const
    const asked = readContract(client, { ...gateway, functionName: "supportsAttribute", args: [relaySelector] })
    // Any contract can log it, and other gateways have no relay.
    if (!(await asked.catch(() => false)) || sender === undefined) return undefined
    const { found, unread } = await searchLogs<{ readonly transactionHash: Hex }>({
      ...{ fromBlock: blockNumber, toBlock, first: "oldest", maxRequests: 4 },
      isEnough: (relays) => relays.length > 0,
      read: async (range) => {
        const filter = { ...gateway, eventName: "MessageRelayed", args: { sendId }, strict: true } as const
        return await getContractEvents(client, { ...filter, ...range })
      },
    })
    const relayedIn = found[0]?.transactionHash ?? (unread === undefined ? null : undefined)
    return { gateway: getAddress(address), sendId, sender, recipient, payload, relayedIn }
  })
  return (await Promise.all(messages)).filter((message) => message !== undefined)
}

function accountIn(sender: string): Address | undefined {
  try {
    return decodeInteroperableAddress(sender).address
  } catch {
    return undefined
  }
}
