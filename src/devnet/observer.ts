import { type Address, getAbiItem, type Hash, type Hex } from "viem"

import type { LocalChain } from "./chains.js"
import type { Fact, Outbound } from "./facts.js"
import type { Ledger } from "./ledger.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "../messaging/abi.js"
import { type OutboundMessage, readOutboundMessages } from "../messaging/events.js"

/** Where one chain's protocol logs come from. A log of the same shape from any other address is somebody's own affair. */
export type Emitters = {
  readonly socket: Address
  readonly switchboard: Address
  readonly capacitors: readonly Address[]
}

export type Observer = {
  /** Reads all that the chain has mined until now into the ledger. */
  sync(): Promise<void>
  stop(): Promise<void>
}

type Block = { readonly number: bigint; readonly hash: Hash; readonly parentHash: Hash }

/**
 * Keeps the ledger in step with one chain: reads its logs at every new block, and reads everything again when a block
 * it has read is no longer part of the chain.
 */
export async function observeChain(
  chain: LocalChain,
  emitters: Emitters,
  ledger: Ledger,
  report: (error: unknown) => void,
): Promise<Observer> {
  let cursor: Block | undefined
  let reading: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  /** A call that comes while a read is under way needs a further read, but one serves all such calls. */
  function sync(): Promise<void> {
    queued ??= reading
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        return (reading = read())
      })
    return queued
  }

  async function read(): Promise<void> {
    const latest = await blockAt("latest")
    if (latest === undefined || latest.hash === cursor?.hash) return
    if (cursor !== undefined && latest.parentHash !== cursor.hash && !(await isMined(cursor))) {
      ledger.replace(chain.slug, await readFacts(0n, latest.number))
    } else {
      ledger.record(chain.slug, await readFacts(cursor === undefined ? 0n : cursor.number + 1n, latest.number))
    }
    cursor = latest
  }

  async function isMined({ number, hash }: Block): Promise<boolean> {
    return (await blockAt(number))?.hash === hash
  }

  async function blockAt(number: bigint | "latest"): Promise<Block | undefined> {
    const tag = number === "latest" ? number : (`0x${number.toString(16)}` as const)
    const block = (await chain.provider.request({ method: "eth_getBlockByNumber", params: [tag, false] })) as {
      number: Hex
      hash: Hash
      parentHash: Hash
    } | null
    return block === null ? undefined : { ...block, number: BigInt(block.number) }
  }

  async function readFacts(fromBlock: bigint, toBlock: bigint): Promise<Fact[]> {
    const address = [emitters.socket, emitters.switchboard, ...emitters.capacitors]
    const logs = await chain.publicClient.getLogs({ address, events: protocolEvents, strict: true, fromBlock, toBlock })
    const facts: Fact[] = readOutboundMessages(logs, emitters).map((message) => ({
      kind: "outbound",
      message: inItsPacket(message),
    }))
    for (const log of logs) {
      switch (log.eventName) {
        case "MessageAdded":
        case "MessageOutbound":
          break
        case "Sealed":
          facts.push({ kind: "sealed", packetId: log.args.packetId })
          break
        case "PacketProposed": {
          const { packetId, proposalCount, root } = log.args
          facts.push({ kind: "proposed", packetId, proposal: { proposalCount, root, txHash: log.transactionHash } })
          break
        }
        case "ProposalAttested":
          facts.push({ kind: "attested", packetId: log.args.packetId, watcher: log.args.watcher })
          break
        case "ExecutionSuccess":
          facts.push({ kind: "executed", messageId: log.args.msgId, txHash: log.transactionHash })
          break
      }
    }
    return facts
  }

  const forget = chain.onHead(() => void sync().catch(report))
  await sync()

  return {
    sync,
    async stop() {
      forget()
      await (queued ?? reading).catch(report)
    },
  }
}

function inItsPacket({ packetId, transactionHash, ...message }: OutboundMessage): Outbound {
  if (packetId === null || transactionHash === null)
    throw new Error(`message ${message.messageId} was sent without being queued`)
  return { ...message, packetId, transactionHash }
}

const protocolEvents = [
  getAbiItem({ abi: capacitorAbi, name: "MessageAdded" }),
  getAbiItem({ abi: socketAbi, name: "MessageOutbound" }),
  getAbiItem({ abi: socketAbi, name: "Sealed" }),
  getAbiItem({ abi: socketAbi, name: "PacketProposed" }),
  getAbiItem({ abi: switchboardAbi, name: "ProposalAttested" }),
  getAbiItem({ abi: socketAbi, name: "ExecutionSuccess" }),
] as const
