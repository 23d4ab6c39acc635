import { type Address, getAddress, type Hex } from "viem"

import { counterArtifact } from "#src/devnet/artifacts/Counter.js"
import { type DevnetChain, startDevnet, type StartDevnetOptions } from "#src/devnet/index.js"
import {
  createMessagingClient,
  type MessagingClient,
  readOutboundMessages,
  watchMessages,
} from "#src/messaging/index.js"
import { connectPlug } from "#src/messaging/onchain/connectPlug.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { getMinFees } from "#src/messaging/onchain/getMinFees.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { explainState, paintStateColumn } from "#src/terminal/paintState.js"
import { printStep } from "#src/terminal/printJson.js"
import type { DemoStage } from "#tasks/demo/DemoStage.js"
import { messageStepFields } from "#tasks/messaging/output/messages.js"

const amount = 5n
/** The gas limit that `Counter.sol` sets for `inbound`, and the size of its payload: one number. */
const message = { gasLimit: 100_000n, payloadSize: 32 }

/**
 * Sends a message from one chain to another on a new devnet, and shows everything that happens.
 *
 * The relay moves the message on by one state only after the client has seen the previous one, so the demo shows every state.
 *
 * @param options of the devnet. The first chain sends the message, and the second one receives it
 * @throws {AbortedError} the signal was aborted
 */
export async function runMessagingDemo(
  stage: DemoStage,
  options: Omit<StartDevnetOptions, "port" | "pace"> = {},
): Promise<void> {
  const { paint, title, facts, signal } = stage
  const startedAt = performance.now()
  await using devnet = await startDevnet({ ...options, port: 0 })
  const [source, destination] = Object.values(devnet.chains) as [DevnetChain, DevnetChain]
  const chains = [source, destination].map(({ name, chainId, slug, rpcUrl }) => ({ name, chainId, slug, rpcUrl }))
  stage.showReady("Two chains in one process", chains, startedAt)

  const [plug, sibling] = await Promise.all([deployCounter(source), deployCounter(destination)])
  await Promise.all([connect(source, plug, destination, sibling), connect(destination, sibling, source, plug)])
  const plugs = [
    { chainName: source.name, plug },
    { chainName: destination.name, plug: sibling },
  ]
  const addresses = plugs.map((end) => [end.chainName, end.plug] as const)
  stage.show("connected", { plugs }, title("A counter on each, connected to the other"), facts(...addresses))

  const client = createMessagingClient(devnet.messaging)
  const ends = { source, destination, plug }
  const fee = await readFees(stage, client, ends)
  await refuseOneWeiShort(stage, ends, fee - 1n)
  await readCounters(stage, [source, plug], [destination, sibling])
  devnet.relay.pause()
  const subject = { srcChainSlug: source.slug, srcTxHash: await send(stage, ends, fee) }
  const polling = { minInterval: 10, maxInterval: 50, timeout: 60_000 }
  for await (const step of watchMessages(client, { ...subject, ...polling, signal })) {
    const { state } = step
    const line = `  ${paintStateColumn(state, paint)}  ${paint.dim(explainState(state))}`
    stage.showStep((out) => {
      printStep(out, messageStepFields(step))
    }, line)
    await stage.delay()
    await devnet.relay.step()
  }
  await readCounters(stage, [source, plug], [destination, sibling])
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

type Ends = { readonly source: DevnetChain; readonly destination: DevnetChain; readonly plug: Address }

async function readFees(
  { show, title, facts }: DemoStage,
  client: MessagingClient,
  { source, destination, plug }: Ends,
): Promise<bigint> {
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
  const fees = [["by the API", wei(estimate)] as const, ["on-chain", wei(onChain)] as const]
  const fields = { dstChainName: destination.name, estimate, onChain }
  show("fees", fields, title(`What a message to ${destination.name} costs`), facts(...fees))
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

async function refuseOneWeiShort({ show, title, paint }: DemoStage, ends: Ends, value: bigint): Promise<void> {
  try {
    await ends.source.publicClient.simulateContract(addCall(ends, value))
  } catch (error) {
    const revert = decodeRevert(error, [counterArtifact.abi])
    if (revert === undefined) throw error
    const { reason } = revert
    show(
      "refused",
      { value, reason },
      title(`Sent with one wei less, ${value} wei`),
      `  ${paint.magenta("refused")}: ${reason}`,
    )
    return
  }
  throw new Error("a send one wei short was accepted")
}

async function send({ show, title, facts }: DemoStage, ends: Ends, value: bigint): Promise<Hex> {
  const { walletClient, publicClient, contracts } = ends.source
  const hash = await walletClient.writeContract(addCall(ends, value))
  const receipt = await publicClient.waitForTransactionReceipt({ hash })
  const [sent] = readOutboundMessages(receipt, { socket: contracts.socket })
  if (sent === undefined) throw new Error("the transaction sent no message")
  const { messageId } = sent
  show(
    "sent",
    { amount, value, txHash: hash, messageId },
    title(`Sent with exactly the fee, to add ${amount} on the other side`),
    facts(["attached", wei(value)], ["transaction", hash], ["message", messageId]),
    title("Its journey, as the messaging API tells it"),
  )
  return hash
}

async function readCounters(
  { show, title, facts }: DemoStage,
  ...ends: readonly (readonly [DevnetChain, Address])[]
): Promise<void> {
  const counters = await Promise.all(
    ends.map(async ([chain, address]) => {
      const { abi } = counterArtifact
      return [chain.name, await chain.publicClient.readContract({ abi, address, functionName: "counter" })] as const
    }),
  )
  const values = counters.map(([chain, value]) => [chain, String(value)] as const)
  show("counters", { counters: Object.fromEntries(counters) }, title("The counters"), facts(...values))
}

function wei(fee: bigint): string {
  return `${formatAmount(fee, 18, "ETH")} (${fee} wei)`
}
