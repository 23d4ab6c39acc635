import { type Address, getAbiItem } from "viem"

import type { LocalChain } from "../chain/chains.js"
import type { MessageFact, Outbound } from "./facts.js"
import { followLogs, type Observer } from "../chain/followLogs.js"
import type { MessagingLedger } from "./ledger.js"
import { readExecutions } from "./readExecutions.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "../../messaging/onchain/abi.js"
import { type OutboundMessage, readOutboundMessages } from "../../messaging/onchain/events.js"

/** The contracts of one chain whose logs count. */
export type Emitters = {
  readonly socket: Address
  readonly switchboard: Address
  readonly batcher: Address
  readonly capacitors: readonly Address[]
}

/** Keeps the ledger up to date with the messaging protocol of one chain. */
export async function observeMessaging(
  chain: LocalChain,
  emitters: Emitters,
  ledger: MessagingLedger,
  report: (error: unknown) => void,
): Promise<Observer> {
  async function readFacts(fromBlock: bigint, toBlock: bigint): Promise<MessageFact[]> {
    const address = [emitters.socket, emitters.switchboard, ...emitters.capacitors]
    const logs = await chain.publicClient.getLogs({ address, events: protocolEvents, strict: true, fromBlock, toBlock })
    const executions = logs.filter((log) => log.eventName === "ExecutionSuccess")
    const usedProposals = await readExecutions(chain, emitters, executions)
    const facts: MessageFact[] = readOutboundMessages(logs, emitters).map((message) => ({
      kind: "outbound",
      message: withPacket(message),
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
          const { packetId, proposalCount, root, switchboard } = log.args
          const proposal = { proposalCount, root, switchboard, txHash: log.transactionHash }
          facts.push({ kind: "proposed", packetId, proposal })
          break
        }
        case "ProposalAttested": {
          const { packetId, root, watcher } = log.args
          facts.push({ kind: "attested", packetId, root, watcher })
          break
        }
        case "ExecutionSuccess": {
          const used = usedProposals.get(log.args.msgId)
          // A transaction that the chain has dropped meanwhile is no fact of it.
          if (used === undefined) break
          facts.push({ kind: "executed", messageId: log.args.msgId, txHash: log.transactionHash, ...used })
          break
        }
      }
    }
    return facts
  }

  return await followLogs(chain, ledger, { readFacts, report })
}

function withPacket({ packetId, transactionHash, ...message }: OutboundMessage): Outbound {
  if (packetId === null || transactionHash === null)
    throw new Error(`message ${message.messageId} was sent, but its capacitor logged no packet for it`)
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
