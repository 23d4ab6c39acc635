import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { deployAsStranger, type StrangersDeployment } from "#extras/forks/test/fixtures/strangersDeployment.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import {
  connectPlug,
  createMessagingClient,
  getMinFees,
  sendThroughPlug,
  waitForMessage,
} from "#src/messaging/index.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

describe("a devnet of forks", () => {
  let deployed: StrangersDeployment
  before(async () => void (deployed = await deployAsStranger()))
  after(() => deployed[Symbol.asyncDispose]())

  it("carries messages of plugs that were connected before, both ways, by the deployed contracts", async () => {
    // It waits at the capacitor, which seals in order.
    await deployed.send(1n)
    await using devnet = await startDevnet({ chains: deployed.forks, gateway: false, market: false, watchers: 2 })
    const { alpha, beta } = devnet.chains
    const client = createMessagingClient(devnet.messaging)
    for (const [from, to, amount] of [
      [alpha, beta, 5n],
      [beta, alpha, 7n],
      [alpha, beta, 11n],
    ] as const) {
      const plug = deployed.plugs[from.name as "alpha" | "beta"]
      const { socket } = from.contracts
      expect(socket).to.equal(deployed.deployments[from.name as "alpha" | "beta"].socket)
      const fee = await getMinFees(from.publicClient, {
        ...{ socket, plug, dstChainSlug: to.slug, minMsgGasLimit: 100_000n, payloadSize: 32 },
      })
      const call = { abi: counterArtifact.abi, functionName: "add", args: [to.slug, amount] }
      const sent = await sendThroughPlug(from.publicClient, from.walletClient, { ...call, socket, plug })
      expect(sent.fee).to.equal(fee)
      await waitForMessage(client, { srcChainSlug: from.slug, srcTxHash: sent.hash })
    }
    const counted = async (chain: typeof alpha, plug: `0x${string}`) =>
      await chain.publicClient.readContract({ address: plug, abi: counterArtifact.abi, functionName: "counter" })
    expect(await counted(beta, deployed.plugs.beta)).to.equal(16n)
    expect(await counted(alpha, deployed.plugs.alpha)).to.equal(7n)
    // Nothing reaches the chains themselves.
    expect(await counted(deployed.chains.beta, deployed.plugs.beta)).to.equal(0n)
  })

  it("seals what waits at a capacitor from before, however much it is, and carries none of it", async () => {
    await using other = await deployAsStranger({ watchers: 1 })
    for (const amount of [1n, 2n, 3n]) await other.send(amount)
    await using devnet = await startDevnet({ ...forksOf(other), watchers: 3 })
    const { alpha, beta } = devnet.chains
    await send(devnet, other, 9n)
    const read = { abi: counterArtifact.abi, functionName: "counter" } as const
    expect(await beta.publicClient.readContract({ ...read, address: other.plugs.beta })).to.equal(9n)
    const sealed = await alpha.publicClient.getContractEvents({
      ...{ address: alpha.contracts.socket, abi: socketAbi, eventName: "Sealed", fromBlock: 0n },
    })
    expect(sealed).to.have.lengthOf(4)
  })

  it("goes back to a snapshot, and knows the connections from before the fork again", async () => {
    await using devnet = await startDevnet({ ...forksOf(deployed), watchers: 1 })
    const before = await devnet.snapshot()
    const counter = { address: deployed.plugs.beta, abi: counterArtifact.abi, functionName: "counter" } as const
    const [first, second] = [6n, 8n]
    await send(devnet, deployed, first)
    const between = await devnet.snapshot()
    await send(devnet, deployed, second)
    await devnet.revert(between)
    expect(await devnet.chains.beta.publicClient.readContract(counter)).to.equal(first)
    await send(devnet, deployed, second)
    expect(await devnet.chains.beta.publicClient.readContract(counter)).to.equal(first + second)
    await devnet.revert(before)
    await send(devnet, deployed, second)
    expect(await devnet.chains.beta.publicClient.readContract(counter)).to.equal(second)
  })

  it("begins at the block that is named, and at the newest otherwise", async () => {
    const [alpha, beta] = deployed.forks as [Fork, Fork]
    const newest = Number(await deployed.chains.alpha.publicClient.getBlockNumber())
    const chains = [{ ...alpha, fork: { ...alpha.fork, block: newest - 1 } }, beta]
    await using devnet = await startDevnet({ ...forksOf(deployed), chains })
    expect(devnet.chains.alpha.firstBlock).to.equal(BigInt(newest))
    const there = await deployed.chains.beta.publicClient.getBlockNumber()
    expect(devnet.chains.beta.firstBlock).to.equal(there + 1n)
  })

  it("holds a message to a plug that is not connected", async () => {
    await using devnet = await startDevnet(forksOf(deployed))
    const { alpha, beta } = devnet.chains
    const reported = new Promise<string>((resolve) =>
      devnet.onError((error) => {
        resolve(String(error))
      }),
    )
    const { socket, switchboard } = alpha.contracts
    const plug = await deploy(alpha, counterArtifact, [socket, alpha.walletClient.account.address])
    const other = await deploy(beta, counterArtifact, [beta.contracts.socket, beta.walletClient.account.address])
    await connectPlug(alpha.publicClient, alpha.walletClient, {
      ...{ plug, siblingChainSlug: beta.slug, sibling: other, switchboard },
    })
    const call = { abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] }
    const { hash } = await sendThroughPlug(alpha.publicClient, alpha.walletClient, { ...call, socket, plug })
    expect(await reported).to.contain("its destination plug is not connected to the source chain")
    expect(devnet.messagesFromTx(alpha.slug, hash)[0]?.status).to.equal("SEALED")
  })

  const [url, closed] = [() => deployed.forks[0]!.fork.url, "http://127.0.0.1:9"]
  for (const [what, change, code, text] of [
    ["the node of another chain", { fork: { url }, chainId: 99, slug: 41001 }, "INVALID_INPUT", "41001, and not 99"],
    ["a node that does not answer", { fork: { url: () => closed } }, "NODE_FAILED", "eth_chainId"],
    ["a chain whose contracts are not known", { fork: { url, deployment: null } }, "UNKNOWN_DEPLOYMENT", "41001"],
    [
      "a socket that is none",
      { fork: { url, deployment: { socket: at(0xdead) } } },
      "DEPLOYMENT_MISMATCH",
      "no contract",
    ],
    [
      "logs that name no watcher",
      { fork: { url, deployment: { startBlock: 1e6 } } },
      "WATCHERS_UNKNOWN",
      "named in logs",
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const [alpha, beta] = deployed.forks as [Fork, Fork]
      const { fork, ...numbers } = change
      const deployment = "deployment" in fork ? (fork.deployment as object | null) : undefined
      const own = {
        url: fork.url(),
        ...(deployment === null ? {} : { deployment: { ...alpha.fork.deployment, ...deployment } }),
      }
      const chains = [{ ...alpha, ...numbers, fork: own }, beta]
      const refused = await failure(startDevnet({ ...forksOf(deployed), chains }))
      expect(refused).to.include({ code })
      expect(refused.message).to.contain(text)
    })
  }

  for (const [argument, options] of [
    ["gateway", { market: false }],
    ["market", { gateway: false }],
    ["paths", { paths: [{ between: ["alpha", "beta"], kinds: ["FAST"] }] }],
    ["optimisticTimeout", { optimisticTimeout: 7 }],
    ["state", { state: "kept" }],
  ] as const) {
    it(`refuses ${argument}, which forks have not or take from their chains`, async () => {
      const own = argument === "gateway" || argument === "market" ? { chains: deployed.forks } : forksOf(deployed)
      const refused = await failure(startDevnet({ ...own, ...(options as object) }))
      expect(refused).to.include({ code: "INVALID_INPUT" })
      expect(refused.facts["argument"]).to.equal(argument)
    })
  }

  it("refuses a chain of its own beside forks", async () => {
    const [alpha] = deployed.forks as [Fork]
    const refused = await failure(startDevnet({ ...forksOf(deployed), chains: [alpha, "gamma"] }))
    expect(refused.message).to.contain("gamma would be beside forks")
  })
})

type Fork = StrangersDeployment["forks"][number]

const forksOf = ({ forks: chains }: StrangersDeployment) => ({ chains, gateway: false, market: false }) as const

/** Sends on alpha, and waits until it arrives on beta. */
async function send(
  devnet: Devnet<"alpha" | "beta", false, false>,
  { plugs }: StrangersDeployment,
  amount: bigint,
): Promise<void> {
  const { alpha, beta } = devnet.chains
  const { hash } = await sendThroughPlug(alpha.publicClient, alpha.walletClient, {
    ...{ socket: alpha.contracts.socket, plug: plugs.alpha },
    ...{ abi: counterArtifact.abi, functionName: "add", args: [beta.slug, amount] },
  })
  await waitForMessage(createMessagingClient(devnet.messaging), { srcChainSlug: alpha.slug, srcTxHash: hash })
}
