import { type Address, type Hex, isAddressEqual, zeroAddress } from "viem"

import { getBlock, getCode, getContractEvents, getTransactionReceipt, readContract } from "viem/actions"

import { socketAbi } from "../onchain/abi.js"
import { type OutboundMessage, readOutboundMessages } from "../onchain/events.js"
import { getPlugConfig } from "../onchain/getPlugConfig.js"
import type { Arrival, Head, Journey, Mined, ReadableChain } from "./types.js"

/** Which messages to read, and where. */
export type ReadJourneysParameters = {
  readonly src: ReadableChain
  readonly srcTxHash: Hex
  /** Only this message of the transaction. */
  readonly messageId?: Hex | undefined
  readonly chainOf: (slug: number) => Promise<ReadableChain | undefined>
}

/** Reads everything that both chains say of the messages of a transaction. Returns none if it is not mined, or sent none. */
export async function readJourneys({
  src,
  srcTxHash,
  messageId,
  chainOf,
}: ReadJourneysParameters): Promise<readonly Journey[]> {
  const [receipt, srcHead] = await Promise.all([
    getTransactionReceipt(src.client, { hash: srcTxHash }).catch(() => undefined),
    readHead(src),
  ])
  if (receipt === undefined) return []
  const block = await getBlock(src.client, { blockNumber: receipt.blockNumber })
  const sent: Mined = { blockNumber: block.number, transactionHash: srcTxHash, timestamp: block.timestamp }
  const messages = readOutboundMessages(receipt, { socket: src.socket })
  return await Promise.all(
    messages
      .filter((message) => messageId === undefined || message.messageId === messageId)
      .map(async (message): Promise<Journey> => {
        const dst = await chainOf(message.dstChainSlug)
        const [srcConfig, sealed, arrival] = await Promise.all([
          configOf(src, message.srcPlug, message.dstChainSlug),
          message.packetId === null ? null : findSealed(src, message.packetId, sent.blockNumber),
          dst === undefined ? { problem: "it is not in plugs.chains" } : readArrival(dst, message),
        ])
        return {
          message,
          src,
          srcHead,
          sent,
          srcConfig,
          sealed: sealed ?? false,
          nextToSeal: null,
          arrival,
          unread: [],
        }
      }),
  )
}

async function readHead({ client }: ReadableChain): Promise<Head> {
  const { number, timestamp } = await getBlock(client)
  return { number, timestamp }
}

async function configOf({ client, socket }: ReadableChain, plug: Address, siblingChainSlug: number) {
  return await getPlugConfig(client, { socket, plug, siblingChainSlug })
}

async function findSealed({ client, socket }: ReadableChain, packetId: Hex, fromBlock: bigint): Promise<Mined | null> {
  const [log] = await getContractEvents(client, {
    abi: socketAbi,
    address: socket,
    eventName: "Sealed",
    args: { packetId },
    fromBlock,
    strict: true,
  })
  return log === undefined
    ? null
    : { blockNumber: log.blockNumber, transactionHash: log.transactionHash, timestamp: null }
}

async function readArrival(chain: ReadableChain, message: OutboundMessage): Promise<Arrival> {
  const [head, config, code, executed] = await Promise.all([
    readHead(chain),
    configOf(chain, message.dstPlug, message.srcChainSlug),
    getCode(chain.client, { address: message.dstPlug }),
    readContract(chain.client, {
      abi: socketAbi,
      address: chain.socket,
      functionName: "messageExecuted",
      args: [message.messageId],
    }),
  ])
  const hasSwitchboard = !isAddressEqual(config.inboundSwitchboard, zeroAddress)
  return {
    chain,
    head,
    config,
    hasCode: code !== undefined,
    switchboard: hasSwitchboard
      ? {
          address: config.inboundSwitchboard,
          isTripped: null,
          isPathTripped: null,
          totalWatchers: null,
          timeoutInSeconds: null,
          initialPacketCount: null,
          isContract: true,
        }
      : null,
    proposalCount: 0n,
    proposals: [],
    executed,
  }
}
