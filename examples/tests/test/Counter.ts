import { expect } from "chai"
import hre from "hardhat"
import { type Devnet, startDevnet } from "hardhat-plugs/devnet"
import {
  connectPlug,
  createMessagingClient,
  decodeRevert,
  sendThroughPlug,
  waitForMessage,
} from "hardhat-plugs/messaging"
import type { Abi, Address, Hex } from "viem"

type Chain = Devnet["chains"]["alpha"]

describe("Counter, across two chains in this process", () => {
  let devnet: Devnet
  let abi: Abi
  let onAlpha: Address
  let onBeta: Address
  let connected: Hex

  before(async () => {
    devnet = await startDevnet()
    const { alpha, beta } = devnet.chains
    onAlpha = await deploy(alpha)
    onBeta = await deploy(beta)
    await connect(alpha, onAlpha, beta, onBeta)
    await connect(beta, onBeta, alpha, onAlpha)
    connected = await devnet.snapshot()
  })
  // Every test begins with both counters at zero.
  afterEach(() => devnet.revert(connected))
  after(() => devnet.stop())

  it("adds on the other chain what it sends", async () => {
    const { alpha, beta } = devnet.chains
    const { hash } = await add(alpha, onAlpha, [beta.slug, 5n])
    const client = createMessagingClient(devnet.messaging)
    await waitForMessage(client, { srcChainSlug: alpha.slug, srcTxHash: hash, timeout: 10_000 })
    expect(await counterOf(beta, onBeta)).to.equal(5n)
    expect(await counterOf(alpha, onAlpha)).to.equal(0n)
  })

  it("refuses to send for less than the fee", async () => {
    const { alpha, beta } = devnet.chains
    const call = { address: onAlpha, abi, functionName: "add", args: [beta.slug, 5n], value: 1n }
    const refusal: unknown = await alpha.walletClient.writeContract(call).catch((error: unknown) => error)
    expect(decodeRevert(refusal, [abi])).to.include({ name: "InsufficientFees" })
    expect(await counterOf(beta, onBeta)).to.equal(0n)
  })

  async function deploy({ walletClient, publicClient, contracts }: Chain): Promise<Address> {
    const artifact = await hre.artifacts.readArtifact("Counter")
    abi = artifact.abi
    const args = [contracts.socket, walletClient.account.address]
    const hash = await walletClient.deployContract({ abi, bytecode: artifact.bytecode as Hex, args })
    return (await publicClient.waitForTransactionReceipt({ hash })).contractAddress!
  }

  const connect = (chain: Chain, plug: Address, other: Chain, sibling: Address) =>
    connectPlug(chain.publicClient, chain.walletClient, {
      plug,
      siblingChainSlug: other.slug,
      sibling,
      switchboard: chain.contracts.switchboard,
    })

  const add = ({ publicClient, walletClient, contracts }: Chain, plug: Address, args: readonly [number, bigint]) =>
    sendThroughPlug(publicClient, walletClient, { socket: contracts.socket, plug, abi, functionName: "add", args })

  const counterOf = (chain: Chain, address: Address) =>
    chain.publicClient.readContract({ address, abi, functionName: "counter" })
})
