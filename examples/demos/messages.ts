/** Sends a message from one chain to another on a new devnet, and shows each state that it reaches: `npm start`. */
import { type Address, formatEther, getAddress } from "viem"

import { counterArtifact } from "./artifacts/Counter.js"
import { facts, paint, polling, runDemo, say, sayReady, saysOf, stateColumn, title } from "./show.js"
import { type DevnetChain, startDevnet } from "#src/devnet/index.js"
import {
  connectPlug,
  createMessagingClient,
  decodeRevert,
  getMinFees,
  messageStates,
  readOutboundMessages,
  watchMessages,
} from "#src/messaging/index.js"

const amount = 5n
/** The gas limit that `Counter.sol` sets for `inbound`, and the size of its payload: one number. */
const [gasLimit, payloadSize] = [100_000n, 32]
const { abi } = counterArtifact

await runDemo(async () => {
  const startedAt = performance.now()
  await using devnet = await startDevnet({ port: 0 })
  const { alpha, beta } = devnet.chains
  sayReady("Two chains in one process", [alpha, beta], startedAt)

  const [plug, sibling] = await Promise.all([deployCounter(alpha), deployCounter(beta)])
  await Promise.all([connect(alpha, plug, beta, sibling), connect(beta, sibling, alpha, plug)])
  const plugs = [
    [alpha.name, plug],
    [beta.name, sibling],
  ] as const
  say(title("A counter on each, connected to the other"), facts(plugs))
  const sayCounters = async (): Promise<void> => {
    const values = [alpha, beta].map(async ({ name, publicClient }, index) => {
      const address = index === 0 ? plug : sibling
      return [name, String(await publicClient.readContract({ abi, address, functionName: "counter" }))] as const
    })
    say(title("The counters"), facts(await Promise.all(values)))
  }

  const client = createMessagingClient(devnet.messaging)
  const path = { srcPlug: plug, srcChainSlug: alpha.slug, dstChainSlug: beta.slug }
  const estimate = await client.estimateMinFees({ ...path, msgGasLimit: gasLimit, payloadLength: payloadSize })
  const { socket } = alpha.contracts
  const message = { socket, plug, dstChainSlug: beta.slug, minMsgGasLimit: gasLimit, payloadSize }
  const fee = await getMinFees(alpha.publicClient, message)
  const fees = [["by the API", wei(estimate)] as const, ["on-chain", wei(fee)] as const]
  say(title(`What a message to ${beta.name} costs`), facts(fees))

  const { account } = alpha.walletClient
  const add = { abi, address: plug, functionName: "add", args: [beta.slug, amount], account } as const
  const refused = await alpha.publicClient
    .simulateContract({ ...add, value: fee - 1n })
    .catch((error: unknown) => error)
  const { reason = "no" } = decodeRevert(refused, [abi]) ?? {}
  say(title(`Sent with one wei less, ${fee - 1n} wei`), `  ${paint("magenta", "refused")}: ${reason}`)
  await sayCounters()

  devnet.relay.pause()
  const hash = await alpha.walletClient.writeContract({ ...add, value: fee })
  const receipt = await alpha.publicClient.waitForTransactionReceipt({ hash })
  const [sent] = readOutboundMessages(receipt, { socket })
  say(
    title(`Sent with exactly the fee, to add ${amount} on the other side`),
    facts([
      ["attached", wei(fee)],
      ["transaction", hash],
      ["message", sent?.messageId ?? "none"],
    ]),
    title("Its journey, as the messaging API tells it"),
  )
  for await (const { state } of watchMessages(client, { srcChainSlug: alpha.slug, srcTxHash: hash, ...polling })) {
    say(`  ${stateColumn(state, messageStates)}  ${paint("dim", saysOf(state, messageStates))}`)
    await new Promise((resolve) => setTimeout(resolve, 150))
    await devnet.relay.step()
  }
  await sayCounters()
})

async function deployCounter({ walletClient, publicClient, contracts }: DevnetChain): Promise<Address> {
  const args = [contracts.socket, walletClient.account.address] as const
  const hash = await walletClient.deployContract({ ...counterArtifact, args })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  return getAddress(contractAddress as Address)
}

async function connect(chain: DevnetChain, plug: Address, { slug }: DevnetChain, sibling: Address): Promise<void> {
  const { switchboard } = chain.contracts
  await connectPlug(chain.publicClient, chain.walletClient, { plug, siblingChainSlug: slug, sibling, switchboard })
}

function wei(fee: bigint): string {
  return `${formatEther(fee)} ETH (${fee} wei)`
}
