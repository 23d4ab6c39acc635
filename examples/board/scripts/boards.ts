import { network } from "hardhat"
import { createContractId } from "hardhat-plugs/gateway"
import { parseAbi, parseEther } from "viem"

// The chain of app gateways, and two others.
const gateway = await network.create("gateway")
const alpha = await network.create("alpha")
const beta = await network.create("beta")
const [alphaSlug, betaSlug] = [alpha.plugs.chain.slug, beta.plugs.chain.slug]

// The app gateway. A request of it costs 0.1 credits at most.
const { addressResolver } = await gateway.plugs.gateway.getContracts()
const app = await gateway.viem.deployContract("BoardGateway", [addressResolver, parseEther("0.1")])

// It pays with credits, which are bought on a chain. This token is the devnet's: anyone can mint it.
const amount = parseEther("1")
const [payer] = await alpha.viem.getWalletClients()
await payer.writeContract({
  address: "0x07608096fc5B13c18E758366E7484c6292543193",
  abi: parseAbi(["function mint(address to, uint256 amount)"]),
  functionName: "mint",
  args: [payer.account.address, amount],
})
await alpha.plugs.gateway.depositCredits({ receiver: app.address, amount })
await gateway.plugs.gateway.waitForCredits({ account: app.address, atLeast: amount })

// A board on each chain.
const deploying = await app.write.deployBoards([[alphaSlug, betaSlug]])
const contractId = createContractId("board")
console.log(`app       ${app.address}`)
for (const chainSlug of ["alpha", "beta"]) {
  const where = { appGatewayAddress: app.address, contractId, chainSlug }
  const { onChainAddress, forwarderAddress } = await gateway.plugs.gateway.waitForDeployment(where)
  console.log(`${chainSlug.padEnd(9)} ${onChainAddress}, called through ${forwarderAddress}`)
}

// A write, and a read whose callback keeps what came back.
const writing = await app.write.write([betaSlug, "hello from the gateway"])
const [written] = await gateway.plugs.gateway.waitForTransaction({ txHash: writing })
const reading = await app.write.read([betaSlug])
await gateway.plugs.gateway.waitForTransaction({ txHash: reading })

console.log(`deployed  in ${deploying}`)
console.log(`written   in ${writing}, for ${written?.feesInfo?.fee} credits`)
console.log(`beta says ${await app.read.lastRead([betaSlug])}`)
