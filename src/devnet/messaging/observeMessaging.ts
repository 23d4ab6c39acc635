import type { Address, Hex, ParseEventLogsReturnType } from "viem"
import { getAbiItem, getAddress, isAddressEqual, toEventSelector, toFunctionSelector } from "viem/utils"

import type { LocalChain } from "../chain/chains.js"
import { followLogs, type Observer } from "../chain/followLogs.js"
import { readCallsBehind } from "../relay/readCallsBehind.js"
import type { ProtocolContracts } from "./deploy.js"
import type { MessageFact, Outbound } from "./facts.js"
import type { MessagingLedger } from "./ledger.js"
import { needOf, type Switchboards } from "./paths.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { type OutboundMessage, outboundMessagesIn } from "#src/messaging/onchain/events.js"
import { createLogParser } from "#src/primitives/createLogParser.js"

/** The contracts of one chain whose logs count, beside the socket's capacitors. */
type Emitters = Pick<ProtocolContracts, "socket" | "batcher"> & Switchboards

/** @param known what is true of the chain before its own first block */
export async function observeMessaging(
  chain: LocalChain,
  {
    emitters,
    ledger,
    report,
    known,
  }: {
    readonly emitters: Emitters
    readonly ledger: MessagingLedger
    readonly report: (error: unknown) => void
    readonly known: readonly MessageFact[]
  },
): Promise<Observer> {
  const capacitorsAmong = findCapacitors(chain, emitters.socket)

  /** Reads the protocol's own logs. Any contract can log the same events, so each counts from where it comes. */
  async function readLogs(fromBlock: bigint, toBlock: bigint): Promise<ProtocolLog[]> {
    const logs = await chain.readLogs(fromBlock, toBlock, { topics })
    // Most blocks have none, and to decode nothing takes time too.
    if (logs.length === 0) return []
    const queued = logs.filter((log) => log.topics[0] === topicOf.MessageAdded)
    const capacitors = await capacitorsAmong(queued.map(({ address }) => address))
    const own = logs.filter(({ address, topics: [topic] }) => {
      if (topic === topicOf.MessageAdded) return capacitors.has(address)
      if (topic === topicOf.ProposalTripped) return needOf(emitters, address) !== undefined
      if (topic === topicOf.ProposalAttested) return needOf(emitters, address) === "attestations"
      return isAddressEqual(address, emitters.socket)
    })
    return parseLogs(own)
  }

  /** A capacitor of another kind may log no packet. Such a message can't be followed, but others can. */
  function withPacket({ packetId, transactionHash, ...message }: OutboundMessage): Outbound[] {
    if (packetId !== null && transactionHash !== null) return [{ ...message, packetId, transactionHash }]
    report(new Error(`message ${message.messageId} was sent, but its capacitor logged no packet for it`))
    return []
  }

  async function readFacts(fromBlock: bigint, toBlock: bigint): Promise<MessageFact[]> {
    const before = fromBlock === chain.firstBlock ? known : []
    const logs = await readLogs(fromBlock, toBlock)
    if (logs.length === 0) return [...before]
    const executed = logs.filter((log) => log.eventName === "ExecutionSuccess")
    // The socket logs only a message's id.
    const executions = await readCallsBehind(
      chain,
      executed.map(({ args, transactionHash }) => ({ id: args.msgId, transactionHash })),
      { contract: emitters.socket, batcher: emitters.batcher, decode },
    )
    const factOf = (log: ProtocolLog): MessageFact | undefined => {
      const { transactionHash: txHash } = log
      switch (log.eventName) {
        case "MessageAdded":
        case "MessageOutbound":
          return undefined
        case "Sealed":
          return { kind: "sealed", packetId: log.args.packetId }
        case "PacketProposed": {
          const { packetId, proposalCount, root, switchboard } = log.args
          return { kind: "proposed", packetId, proposal: { proposalCount, root, switchboard, txHash } }
        }
        case "PlugConnected": {
          const { plug, siblingChainSlug: srcChainSlug, siblingPlug, inboundSwitchboard } = log.args
          return { kind: "connected", plug, srcChainSlug, connection: { siblingPlug, inboundSwitchboard } }
        }
        case "SwitchboardAdded": {
          const { capacitor, switchboard } = log.args
          return { kind: "capacitorAdded", capacitor, switchboard }
        }
        case "SiblingSwitchboardUpdated": {
          const { switchboard, siblingChainSlug: dstChainSlug, siblingSwitchboard: sibling } = log.args
          return { kind: "siblingNamed", switchboard, dstChainSlug, sibling }
        }
        case "ProposalTripped": {
          const { packetId, proposalCount } = log.args
          return { kind: "tripped", packetId, proposalCount, switchboard: getAddress(log.address) }
        }
        case "ProposalAttested": {
          const { packetId, root, watcher } = log.args
          return { kind: "attested", packetId, root, watcher }
        }
        case "ExecutionSuccess": {
          // A transaction that the chain has dropped meanwhile is no fact of it.
          const execution = executions.get(log.args.msgId)
          if (execution === undefined) return undefined
          const { id: messageId, packetId, proposalCount } = execution
          return { kind: "executed", messageId, packetId, proposalCount, txHash }
        }
      }
    }
    const outbound = outboundMessagesIn(logs, emitters).flatMap(withPacket)
    return [
      ...before,
      ...outbound.map((message) => ({ kind: "outbound", message }) as const),
      ...logs.flatMap((log) => factOf(log) ?? []),
    ]
  }

  return await followLogs(chain, ledger, { readFacts, report })
}

const protocolEvents = [
  getAbiItem({ abi: capacitorAbi, name: "MessageAdded" }),
  getAbiItem({ abi: socketAbi, name: "MessageOutbound" }),
  getAbiItem({ abi: socketAbi, name: "Sealed" }),
  getAbiItem({ abi: socketAbi, name: "PacketProposed" }),
  getAbiItem({ abi: socketAbi, name: "PlugConnected" }),
  getAbiItem({ abi: socketAbi, name: "SwitchboardAdded" }),
  getAbiItem({ abi: socketAbi, name: "SiblingSwitchboardUpdated" }),
  getAbiItem({ abi: switchboardAbi, name: "ProposalAttested" }),
  getAbiItem({ abi: switchboardAbi, name: "ProposalTripped" }),
  getAbiItem({ abi: socketAbi, name: "ExecutionSuccess" }),
] as const

const parseLogs = createLogParser(protocolEvents)

type ProtocolLog = ParseEventLogsReturnType<typeof protocolEvents, undefined, true>[number]

const topics = protocolEvents.map((event) => toEventSelector(event))
const topicOf = {
  MessageAdded: toEventSelector(getAbiItem({ abi: capacitorAbi, name: "MessageAdded" })),
  ProposalAttested: toEventSelector(getAbiItem({ abi: switchboardAbi, name: "ProposalAttested" })),
  ProposalTripped: toEventSelector(getAbiItem({ abi: switchboardAbi, name: "ProposalTripped" })),
} as const

/** Finds a socket's capacitors: any contract can log the same events and register switchboards; the socket knows its own. */
function findCapacitors(
  chain: Pick<LocalChain, "publicClient">,
  socket: Address,
): (addresses: Iterable<Address>) => Promise<ReadonlySet<Address>> {
  const capacitors = new Set<Address>()

  async function learn(address: Address): Promise<void> {
    const slug = await chain.publicClient.readContract({
      address: socket,
      abi: socketAbi,
      functionName: "capacitorToSlug",
      args: [address],
    })
    if (slug !== 0) capacitors.add(address)
  }

  return async (addresses) => {
    await Promise.all([...new Set(addresses)].filter((address) => !capacitors.has(address)).map(learn))
    return capacitors
  }
}

/** A message's execution, with the proposal of its packet that was used. Its root says which message that was. */
type ExecuteCall = { readonly id: Hex; readonly packetId: Hex; readonly proposalCount: bigint }

const executeSelector = toFunctionSelector(getAbiItem({ abi: socketAbi, name: "execute" }))

/** Reads the call where Solidity reads it: anyone may execute a message, with data in any layout that Solidity accepts. */
function decode(data: Hex): ExecuteCall | undefined {
  if (!data.startsWith(executeSelector)) return undefined
  const details = offsetAt(data, 0)
  const message = offsetAt(data, 1)
  if (details === undefined || message === undefined) return undefined
  const [packetId, proposalCount, id] = [wordAt(data, details), wordAt(data, details + 32), wordAt(data, message)]
  if (packetId === undefined || proposalCount === undefined || id === undefined) return undefined
  return { id, packetId, proposalCount: BigInt(proposalCount) }
}

/** Returns the bytes32 at a position of a call's arguments; undefined if they end before. */
function wordAt(data: Hex, position: number): Hex | undefined {
  const start = 2 + 2 * (4 + position)
  const digits = data.slice(start, start + 64)
  return digits.length === 64 ? `0x${digits}` : undefined
}

function offsetAt(data: Hex, argument: number): number | undefined {
  const word = wordAt(data, 32 * argument)
  return word === undefined || BigInt(word) > BigInt(data.length) ? undefined : Number(BigInt(word))
}
