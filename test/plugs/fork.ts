import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { type Address, createPublicClient, createWalletClient, custom, defineChain } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { decodeRevert, getMinFees, readOutboundMessages } from "#src/messaging/index.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

describe("a plug on a local fork of a chain it was deployed to", () => {
  const { abi } = counterArtifact
  let devnet: Devnet
  let counter: Address
  let connection: Awaited<ReturnType<typeof hre.network.create>>
  before(async () => {
    devnet = await startDevnet()
    counter = (await deployConnected(devnet, counterArtifact))["alpha"]!
    const { rpcUrl, publicClient } = devnet.chains["alpha"]
    const blockNumber = await publicClient.getBlockNumber()
    connection = await hre.network.create({ override: { forking: { url: rpcUrl, blockNumber } } })
  })
  after(async () => {
    await connection.close()
    await devnet.stop()
  })

  async function clients() {
    const chain = defineChain({
      id: connection.networkConfig.chainId!,
      name: "fork",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })
    const transport = custom(connection.provider)
    const [account] = (await connection.provider.request({ method: "eth_accounts" })) as [Address]
    return {
      publicClient: createPublicClient({ chain, transport }),
      walletClient: createWalletClient({ chain, transport, account }),
    }
  }

  async function minFees() {
    const { publicClient } = await clients()
    return await getMinFees(publicClient, {
      socket: devnet.chains["alpha"].contracts.socket,
      plug: counter,
      dstChainSlug: devnet.chains["beta"].slug,
      minMsgGasLimit: 100_000n,
      payloadSize: 32,
    })
  }

  async function add(value: bigint) {
    const { publicClient, walletClient } = await clients()
    const hash = await walletClient.writeContract({
      address: counter,
      abi,
      functionName: "add",
      args: [devnet.chains["beta"].slug, 1n],
      value,
      // Sent without an estimate, so that the transaction itself is refused.
      gas: 1_000_000n,
    })
    return await publicClient.waitForTransactionReceipt({ hash })
  }

  it("refuses to send for one wei less than getMinFees", async () => {
    const fee = await minFees()
    const refusal: unknown = await add(fee - 1n).catch((error: unknown) => error)
    expect(decodeRevert(refusal, [abi])).to.deep.include({ name: "InsufficientFees", args: [fee, fee - 1n] })
  })

  it("sends for exactly that, on the fork alone", async () => {
    const receipt = await add(await minFees())
    const [message] = readOutboundMessages(receipt)
    expect(message!.srcPlug).to.equal(counter)
    expect(devnet.messagesFromTx(devnet.chains["alpha"].slug, receipt.transactionHash)).to.deep.equal([])
  })
})
