import { type Address, type Hex, zeroAddress } from "viem"
import { encodeFunctionData, isAddressEqual } from "viem/utils"

import { giveRoles } from "../giveRoles.js"
import type { SubmittedExecution } from "./executionsIn.js"
import type { ReplayedChain } from "./openReplayedChain.js"
import type { Accounts } from "#src/devnet/chain/accounts.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { sendTogether } from "#src/devnet/chain/deployInOrder.js"
import { valueIn } from "#src/messaging/onchain/delivery/inboundCall.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import {
  attestCall,
  executeCall,
  type OperatorCall,
  proposeCall,
  signedBy,
} from "#src/messaging/onchain/operatorCalls.js"
import { openChainView, readSocket } from "#src/messaging/reading/ChainView.js"
import { readAllowed, readConnection, readSwitchboard } from "#src/messaging/reading/readConnection.js"
import { readProposalsFor } from "#src/messaging/reading/readProposals.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** A message has no packet that could be proposed, or its plug no switchboard to propose it to. */
export class NothingToReplayError extends PlugsError {
  readonly code = "NOTHING_TO_REPLAY"

  constructor({ messageId, reason }: { messageId: Hex; reason: string }) {
    super(`The message cannot be executed on a fork: ${reason}.`, {
      facts: { message: messageId },
      next: "Find out with npx hardhat messaging explain what it waits for.",
    })
  }
}

type Prepared = SubmittedExecution & {
  /** Whether its packet was proposed and attested on the fork, by the devnet's actors. */
  readonly isCarried: boolean
}

/**
 * Makes an execution of a message that was not executed yet: with the proposal that its switchboard allows, or with one that the devnet's
 * actors make on the fork, which get their roles from who grants them.
 *
 * @throws {NothingToReplayError} its packet cannot be proposed
 */
export async function prepareExecution(
  { chain, wait }: Pick<ReplayedChain, "chain" | "wait">,
  options: {
    readonly message: OutboundMessage
    readonly socket: Address
    readonly accounts: Accounts
    readonly gasLimit: bigint
    readonly startBlock: number
  },
): Promise<Prepared> {
  const { message, socket, accounts, gasLimit } = options
  const { messageId, packetId, packedMessage, srcChainSlug, dstPlug: plug } = message
  const refuse = (reason: string) => new NothingToReplayError({ messageId, reason })
  if (packetId === null) throw refuse("its packet is not known, because the log of its capacitor is missing")
  const view = await openChainView({ client: chain.publicClient, socket })
  const { inboundSwitchboard: switchboard } = await readConnection(view, { plug, siblingChainSlug: srcChainSlug })
  if (isAddressEqual(switchboard, zeroAddress)) throw refuse(`the plug ${plug} is not connected to its chain`)
  const own = (await readProposalsFor(view, { packetId, switchboard })).filter(({ root }) => root === packedMessage)
  const allowed = await Promise.all(own.map((proposal) => readAllowed(view, { proposal, packetId, srcChainSlug })))
  const proposal = own.findLast((_, index) => allowed[index] === true)
  const carried = { ...options, wait, packetId, switchboard, isAllowed: proposal !== undefined }
  const made = await carry(chain, carried)
  const proposalCount = proposal?.proposalCount ?? made
  const call = await signedBy(accounts.executor, executeCall(socket, message, { packetId, proposalCount, gasLimit }))
  const data = encodeFunctionData(call)
  return { messageId, gasLimit, data, value: valueIn(message.executionParams), isCarried: proposal === undefined }
}

type Carried = Pick<ReplayedChain, "wait"> & {
  readonly message: OutboundMessage
  readonly socket: Address
  readonly accounts: Accounts
  readonly startBlock: number
  readonly packetId: Hex
  readonly switchboard: Address
  readonly isAllowed: boolean
}

/** Lets the executor execute, and unless the packet is allowed proposes and attests it. Returns the count of a proposal that it makes. */
async function carry(chain: LocalChain, carried: Carried): Promise<bigint> {
  const { message, socket, accounts, startBlock, packetId, switchboard, isAllowed } = carried
  const { srcChainSlug, dstChainSlug, packedMessage: root } = message
  const view = await openChainView({ client: chain.publicClient, socket })
  const manager = (functionName: "executionManager__" | "transmitManager__") => readSocket(view, functionName, [])
  const [executionManager, transmitManager] = [await manager("executionManager__"), await manager("transmitManager__")]
  const asked = { address: switchboard, srcChainSlug, accepts: true }
  const { totalWatchers, timeoutInSeconds } = await readSwitchboard(view, asked)
  const isFast = totalWatchers !== null
  const switchboards = isFast ? [{ kind: "FAST" as const, address: switchboard, siblings: [srcChainSlug] }] : []
  const deployment = { socket, switchboards, startBlock }
  const siblings = isAllowed ? [] : [{ name: String(srcChainSlug), slug: srcChainSlug, deployment }]
  const contracts = { executionManager, transmitManager, switchboard }
  await giveRoles(chain, { deployment, siblings, accounts, contracts })
  const proposalCount = await readSocket(view, "proposalCount", [packetId])
  if (isAllowed) return proposalCount
  const packet = { packetId, root, dstChainSlug }
  const perform = async (account: Accounts["executor"], call: OperatorCall) => {
    const signed = await signedBy(account, call)
    await sendTogether(chain, accounts.deployer.address, [{ to: signed.address, data: encodeFunctionData(signed) }])
  }
  await perform(accounts.transmitter, proposeCall(socket, { ...packet, switchboard }))
  for (const watcher of isFast ? accounts.watchers : []) {
    await perform(watcher, attestCall({ ...packet, switchboard, proposalCount }))
  }
  const wait = isFast ? 0n : (timeoutInSeconds ?? 0n)
  if (wait > 0n) carried.wait(wait + 1n)
  return proposalCount
}
