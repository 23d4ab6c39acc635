import { expect } from "chai"
import hre from "hardhat"
import { type Devnet, startDevnet } from "hardhat-plugs/devnet"
import { createGatewayClient, depositCredits, waitForCredits, waitForTransaction } from "hardhat-plugs/gateway"
import { type Hex, parseAbi, parseEther } from "viem"

describe("BoardGateway, with a devnet in this process", () => {
  let devnet: Devnet
  before(async () => {
    devnet = await startDevnet()
  })
  after(() => devnet.stop())

  it("writes on another chain, and reads what stands there", async () => {
    const { alpha, beta } = devnet.chains
    const { walletClient, publicClient, contracts } = devnet.gateway.chain
    const { abi, bytecode } = await hre.artifacts.readArtifact("BoardGateway")
    const args = [contracts.addressResolver, parseEther("0.1")] as const
    const deployment = await walletClient.deployContract({ abi, bytecode: bytecode as Hex, args })
    const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash: deployment })
    const app = { address: contractAddress!, abi }

    const { feesPlug, feeToken: token } = alpha.contracts
    const amount = parseEther("1")
    const mint = parseAbi(["function mint(address to, uint256 amount)"])
    const minted = [alpha.walletClient.account.address, amount] as const
    await alpha.walletClient.writeContract({ address: token, abi: mint, functionName: "mint", args: minted })
    await depositCredits(alpha.publicClient, alpha.walletClient, { feesPlug, token, receiver: app.address, amount })
    const credits = { feesManager: contracts.feesManager, account: app.address, atLeast: amount }
    await waitForCredits(publicClient, { ...credits, minInterval: 10 })

    const client = createGatewayClient(devnet.gateway)
    const done = (txHash: Hex) => waitForTransaction(client, { txHash, minInterval: 10, timeout: 10_000 })
    await done(await walletClient.writeContract({ ...app, functionName: "deployBoards", args: [[beta.slug]] }))
    await done(await walletClient.writeContract({ ...app, functionName: "write", args: [beta.slug, "hello"] }))
    await done(await walletClient.writeContract({ ...app, functionName: "read", args: [beta.slug] }))
    const said = await publicClient.readContract({ ...app, functionName: "lastRead", args: [beta.slug] })
    expect(said).to.equal("hello")
  })
})
