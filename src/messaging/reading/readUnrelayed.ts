import { type Address, type Hex, type Transaction, type TransactionReceipt, zeroAddress } from "viem"
import { getBlockNumber, getContractEvents, readContract } from "viem/actions"
import { decodeFunctionData, getAddress, isAddressEqual, parseEventLogs } from "viem/utils"

import { socketAbi } from "../onchain/abi.js"
import { getPlugConfig } from "../onchain/getPlugConfig.js"
import { gatewayAbi } from "../onchain/standard/gatewayMessage.js"
import { decodeInteroperableAddress } from "../onchain/standard/interoperableAddress.js"
import { relaySelector } from "../onchain/standard/relayAttribute.js"
import type { ReadableChain } from "./Journey.js"
import { searchLogs } from "#src/onchain/logs.js"
import type { TracedCall } from "#src/onchain/simulation/callTrace.js"
import type { DecodedRevert } from "#src/primitives/reverts/decodeRevertData.js"

/** A message of ERC-7786 that was sent without an attribute: its gateway keeps it until `relay` pays for it. */
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

type Attempt = { readonly plug: Address; readonly slug: number }

export type UnconnectedPlug = Attempt & {
  readonly isConnectedNow: boolean
  /** The chain that it tried to send to, if that can be read. */
  readonly dst: ReadableChain | undefined
}

export type RevertedTransaction = {
  readonly src: ReadableChain
  readonly chainOf: (slug: number) => Promise<ReadableChain | undefined>
  readonly otherSlugs: readonly number[]
  readonly receipt: TransactionReceipt
  readonly transaction: Transaction
  /** `undefined` where the node does not trace. */
  readonly calls: readonly TracedCall[] | undefined
  readonly revert: DecodedRevert | undefined
}

/** Whether a transaction reverted because the plug was not connected to the chain it sends to; `undefined` if that is not why. */
export async function readUnconnectedPlug(reverted: RevertedTransaction): Promise<UnconnectedPlug | undefined> {
  const { src, chainOf, receipt } = reverted
  for (const { plug, slug } of findAttempts(reverted)) {
    const [siblingThen] = await readContract(src.client, {
      abi: socketAbi,
      address: src.socket,
      functionName: "getPlugConfig",
      args: [plug, slug],
      blockNumber: receipt.blockNumber,
    })
    if (!isAddressEqual(siblingThen, zeroAddress)) continue
    const [now, dst] = await Promise.all([
      getPlugConfig(src.client, { socket: src.socket, plug, siblingChainSlug: slug }),
      chainOf(slug),
    ])
    return { plug, slug, isConnectedNow: !isAddressEqual(now.siblingPlug, zeroAddress), dst }
  }
  return undefined
}

/** Finds which plug tried to send, and where: in the calls of the socket that reverted, else in what the plug reverted with. */
function findAttempts({ src, otherSlugs, transaction, calls = [], revert }: RevertedTransaction): readonly Attempt[] {
  const attempts = calls.flatMap(({ frame, revertedIn }) =>
    frame === revertedIn && frame.to !== undefined && isAddressEqual(frame.to, src.socket) ? readAttempt(frame) : [],
  )
  if (attempts.length > 0 || revert === undefined) return attempts
  const raised = calls.filter(({ frame }) => frame.error !== undefined && frame.output === revert.data).at(-1)
  const plug = raised?.frame.to ?? transaction.to
  if (plug === null) return []
  const [slug] = revert.args
  // Of Plug.sol, which does not ask the socket then.
  if (revert.name === "NotConnected" && typeof slug === "number") return [{ plug, slug }]
  const slugs = revert.name === "PlugDisconnected" ? otherSlugs.filter((other) => other !== src.slug) : []
  return slugs.map((other) => ({ plug, slug: other }))
}

function readAttempt({ from, input }: TracedCall["frame"]): readonly Attempt[] {
  try {
    const { functionName, args } = decodeFunctionData({ abi: socketAbi, data: input })
    if (functionName === "outbound") return [{ plug: from, slug: args[0] }]
    return functionName === "getMinFees" ? [{ plug: args[5], slug: args[4] }] : []
  } catch {
    return []
  }
}
