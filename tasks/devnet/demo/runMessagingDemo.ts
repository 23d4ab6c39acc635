import { type Address, getAddress, type Hex } from "viem"

import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import { type Devnet, type DevnetChain, startDevnet, type StartDevnetOptions } from "../../../src/devnet/index.js"
import { createMessagingClient, readOutboundMessages, watchMessages } from "../../../src/messaging/index.js"
import { connectPlug } from "../../../src/messaging/onchain/connectPlug.js"
import { decodeRevert } from "../../../src/messaging/onchain/decodeRevert.js"
import { getMinFees } from "../../../src/messaging/onchain/getMinFees.js"
import type { DemoOptions } from "../../demo/DemoOptions.js"
import type { MessagingDemoEvent } from "./MessagingDemoEvent.js"

/** Options of the messaging demo. The first chain sends the message, and the second one receives it. */
export type RunMessagingDemoOptions = DemoOptions<MessagingDemoEvent> & Omit<StartDevnetOptions, "port" | "pace">

const amount = 5n
/** The gas limit that `Counter.sol` sets for `inbound`, and the size of its payload: one number. */
const message = { gasLimit: 100_000n, payloadSize: 32 }

/**
 * Sends a message from one chain to another on a new devnet, and emits an event for everything that happens.
 *
 * The relay moves the message on by one state only after the client has seen the previous one, so the demo shows every state.
 *
 * @throws {AbortedError} the signal was aborted
 */
export async function runMessagingDemo({ onEvent, delay, signal, ...options }: RunMessagingDemoOptions): Promise<void> {
  const startedAt = performance.now()
  await using devnet = await startDevnet({ ...options, port: 0 })
  const [source, destination] = Object.values(devnet.chains) as [DevnetChain, DevnetChain]
  const chains = [source, destination].map(({ name, chainId, slug, rpcUrl }) => ({ name, chainId, slug, rpcUrl }))
  onEvent({ event: "ready", chains, elapsed: Math.round(performance.now() - startedAt) })

  const [plug, sibling] = await Promise.all([deployCounter(source), deployCounter(destination)])
  await Promise.all([connect(source, plug, destination, sibling), connect(destination, sibling, source, plug)])
  onEvent({
    event: "connected",
    plugs: [
      { chainName: source.name, plug },
      { chainName: destination.name, plug: sibling },
    ],
  })

  const client = createMessagingClient(devnet.messaging)
  const fee = await readFees({ client, source, destination, plug, onEvent })
  await refuseOneWeiShort({ source, destination, plug, value: fee - 1n, onEvent })
  await readCounters([source, plug], [destination, sibling], onEvent)
  const hash = await send({ source, destination, plug, value: fee, devnet, onEvent })

  const subject = {
    srcChainSlug: source.slug,
    srcTxHash: hash,
    minInterval: 10,
    maxInterval: 50,
    timeout: 60_000,
    signal,
  }
  for await (const step of watchMessages(client, subject)) {
    onEvent({ event: "step", step })
    await delay()
    await devnet.relay.step()
  }
  await readCounters([source, plug], [destination, sibling], onEvent)
}

async function deployCounter({ walletClient, publicClient, contracts }: DevnetChain): Promise<Address> {
  const hash = await walletClient.deployContract({
    ...counterArtifact,
    args: [contracts.socket, walletClient.account.address],
  })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  return getAddress(contractAddress as Address)
}

async function connect(chain: DevnetChain, plug: Address, siblingChain: DevnetChain, sibling: Address): Promise<void> {
  const { switchboard } = chain.contracts
  await connectPlug(chain.publicClient, chain.walletClient, {
    plug,
    siblingChainSlug: siblingChain.slug,
    sibling,
    switchboard,
  })
}

type Ends = {
  source: DevnetChain
  destination: DevnetChain
  plug: Address
  onEvent: RunMessagingDemoOptions["onEvent"]
}

async function readFees({
  client,
  source,
  destination,
  plug,
  onEvent,
}: Ends & { client: ReturnType<typeof createMessagingClient> }): Promise<bigint> {
  const [estimate, onChain] = await Promise.all([
    client.estimateMinFees({
      srcPlug: plug,
      srcChainSlug: source.slug,
      dstChainSlug: destination.slug,
      msgGasLimit: message.gasLimit,
      payloadLength: message.payloadSize,
    }),
    getMinFees(source.publicClient, {
      socket: source.contracts.socket,
      plug,
      dstChainSlug: destination.slug,
      minMsgGasLimit: message.gasLimit,
      payloadSize: message.payloadSize,
    }),
  ])
  onEvent({ event: "fees", dstChainName: destination.name, estimate, onChain })
  return onChain
}

function addCall({ source, destination, plug }: Ends, value: bigint) {
  return {
    abi: counterArtifact.abi,
    address: plug,
    functionName: "add",
    args: [destination.slug, amount],
    value,
    account: source.walletClient.account,
  } as const
}

async function refuseOneWeiShort({ value, ...ends }: Ends & { value: bigint }): Promise<void> {
  try {
    await ends.source.publicClient.simulateContract(addCall(ends, value))
  } catch (error) {
    const revert = decodeRevert(error, [counterArtifact.abi])
    if (revert === undefined) throw error
    ends.onEvent({ event: "refused", value, reason: revert.reason })
    return
  }
  throw new Error("a send one wei short was accepted")
}

async function send({ value, devnet, ...ends }: Ends & { value: bigint; devnet: Devnet }): Promise<Hex> {
  const { walletClient, publicClient, contracts } = ends.source
  devnet.relay.pause()
  const hash = await walletClient.writeContract(addCall(ends, value))
  const receipt = await publicClient.waitForTransactionReceipt({ hash })
  const [sent] = readOutboundMessages(receipt, { socket: contracts.socket })
  if (sent === undefined) throw new Error("the transaction sent no message")
  ends.onEvent({ event: "sent", amount, value, txHash: hash, messageId: sent.messageId })
  return hash
}

async function readCounters(
  left: readonly [DevnetChain, Address],
  right: readonly [DevnetChain, Address],
  onEvent: RunMessagingDemoOptions["onEvent"],
): Promise<void> {
  const counters = await Promise.all(
    [left, right].map(async ([chain, address]) => {
      const { abi } = counterArtifact
      return [chain.name, await chain.publicClient.readContract({ abi, address, functionName: "counter" })] as const
    }),
  )
  onEvent({ event: "counters", counters: Object.fromEntries(counters) })
}
