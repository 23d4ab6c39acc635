import { type Address, getAddress, type Hex } from "viem"

import { counterArtifact } from "../../devnet/artifacts/Counter.js"
import { type Devnet, type DevnetChain, startDevnet, type StartDevnetOptions } from "../../devnet/index.js"
import { createMessagingClient, type MessageStep, readOutboundMessages, watchMessages } from "../../messaging/index.js"
import { connectPlug } from "../../messaging/onchain/connectPlug.js"
import { decodeRevert } from "../../messaging/onchain/decodeRevert.js"
import { getMinFees } from "../../messaging/onchain/getMinFees.js"

type DemoChain = Pick<DevnetChain, "name" | "chainId" | "slug" | "rpcUrl">

/** What the demo tells, one event after another. Whoever listens decides how it looks. */
export type DemoEvent =
  | { readonly event: "ready"; readonly chains: readonly DemoChain[]; readonly elapsed: number }
  | { readonly event: "connected"; readonly plugs: readonly { readonly chain: string; readonly plug: Address }[] }
  | { readonly event: "fees"; readonly to: string; readonly estimate: bigint; readonly onChain: bigint }
  | { readonly event: "refused"; readonly value: bigint; readonly reason: string }
  | { readonly event: "counters"; readonly counters: Readonly<Record<string, bigint>> }
  | {
      readonly event: "sent"
      readonly amount: bigint
      readonly value: bigint
      readonly hash: Hex
      readonly messageId: Hex
    }
  | { readonly event: "step"; readonly step: MessageStep }

/** Of two or more chains the first one sends, and the second one receives. */
export type RunDemoOptions = Omit<StartDevnetOptions, "port" | "pace"> & {
  readonly tell: (event: DemoEvent) => void
  /** Called between two states, so that a person can follow. */
  readonly breathe: () => Promise<void>
  readonly signal?: AbortSignal | undefined
}

const amount = 5n
/** As `Counter.sol` sends: the gas that its `inbound` gets, and the bytes of one number. */
const message = { gasLimit: 100_000n, payloadSize: 32 }

/**
 * Sends a message from one local chain to another, on a devnet of its own, and tells everything that happens.
 *
 * The relay moves the message by one state each time the client has seen the one before, so no state is ever missed.
 *
 * @throws {AbortedError} the signal was aborted
 */
export async function runDemo({ tell, breathe, signal, ...options }: RunDemoOptions): Promise<void> {
  const begun = performance.now()
  await using devnet = await startDevnet({ ...options, port: 0 })
  const [source, destination] = Object.values(devnet.chains) as [DevnetChain, DevnetChain]
  const chains = [source, destination].map(({ name, chainId, slug, rpcUrl }) => ({ name, chainId, slug, rpcUrl }))
  tell({ event: "ready", chains, elapsed: Math.round(performance.now() - begun) })

  const [plug, sibling] = await Promise.all([deployCounter(source), deployCounter(destination)])
  await Promise.all([connect(source, plug, destination, sibling), connect(destination, sibling, source, plug)])
  tell({
    event: "connected",
    plugs: [
      { chain: source.name, plug },
      { chain: destination.name, plug: sibling },
    ],
  })

  const client = createMessagingClient(devnet.messaging)
  const fee = await readFees({ client, source, destination, plug, tell })
  await refuseOneWeiShort({ source, destination, plug, value: fee - 1n, tell })
  await readCounters([source, plug], [destination, sibling], tell)
  const hash = await send({ source, destination, plug, value: fee, devnet, tell })

  const subject = {
    srcChainSlug: source.slug,
    srcTxHash: hash,
    minInterval: 10,
    maxInterval: 50,
    timeout: 60_000,
    signal,
  }
  for await (const step of watchMessages(client, subject)) {
    tell({ event: "step", step })
    await breathe()
    await devnet.relay.step()
  }
  await readCounters([source, plug], [destination, sibling], tell)
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

type Ends = { source: DevnetChain; destination: DevnetChain; plug: Address; tell: RunDemoOptions["tell"] }

async function readFees({
  client,
  source,
  destination,
  plug,
  tell,
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
  tell({ event: "fees", to: destination.name, estimate, onChain })
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
    ends.tell({ event: "refused", value, reason: revert.reason })
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
  ends.tell({ event: "sent", amount, value, hash, messageId: sent.messageId })
  return hash
}

async function readCounters(
  left: readonly [DevnetChain, Address],
  right: readonly [DevnetChain, Address],
  tell: RunDemoOptions["tell"],
): Promise<void> {
  const counters = await Promise.all(
    [left, right].map(async ([chain, address]) => {
      const { abi } = counterArtifact
      return [chain.name, await chain.publicClient.readContract({ abi, address, functionName: "counter" })] as const
    }),
  )
  tell({ event: "counters", counters: Object.fromEntries(counters) })
}
