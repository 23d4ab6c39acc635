import { expect } from "chai"
import hre from "hardhat"
import { type Devnet, startDevnet } from "hardhat-plugs/devnet"
import { connectPlug, createMessagingClient, sendThroughPlug, waitForMessage } from "hardhat-plugs/messaging"
import type { Address, Hex } from "viem"

describe("Greeter, across two chains in this process", () => {
  let devnet: Devnet
  before(async () => {
    devnet = await startDevnet()
  })
  after(() => devnet.stop())

  it("carries a greeting", async () => {
    const { alpha, beta } = devnet.chains
    const { abi, bytecode } = await hre.artifacts.readArtifact("Greeter")
    const deploy = async ({ walletClient, publicClient, contracts }: typeof alpha): Promise<Address> => {
      const args = [contracts.socket, walletClient.account.address] as const
      const hash = await walletClient.deployContract({ abi, bytecode: bytecode as Hex, args })
      return (await publicClient.waitForTransactionReceipt({ hash })).contractAddress!
    }
    const [here, there] = [await deploy(alpha), await deploy(beta)]
    const connect = (chain: typeof alpha, plug: Address, siblingChainSlug: number, sibling: Address) =>
      connectPlug(chain.publicClient, chain.walletClient, {
        plug,
        siblingChainSlug,
        sibling,
        switchboard: chain.contracts.switchboard,
      })
    await connect(alpha, here, beta.slug, there)
    await connect(beta, there, alpha.slug, here)

    const { hash } = await sendThroughPlug(alpha.publicClient, alpha.walletClient, {
      socket: alpha.contracts.socket,
      plug: here,
      abi,
      functionName: "greet",
      args: [beta.slug, "hello"],
    })
    const client = createMessagingClient(devnet.messaging)
    await waitForMessage(client, { srcChainSlug: alpha.slug, srcTxHash: hash, timeout: 10_000 })
    expect(await beta.publicClient.readContract({ address: there, abi, functionName: "greeting" })).to.equal("hello")
  })
})
