import { network } from "hardhat"

// Two chains of a running devnet, or of your configuration.
const alpha = await network.create("alpha")
const beta = await network.create("beta")

// The same contract on both, owned by each network's first account.
async function deployGreeter({ viem, plugs }: typeof alpha) {
  const [owner] = await viem.getWalletClients()
  return await viem.deployContract("Greeter", [plugs.chain.socket, owner.account.address])
}
const here = await deployGreeter(alpha)
const there = await deployGreeter(beta)

// Each names the other. A plug hears only from the sibling that it names.
await alpha.plugs.messaging.connectPlug({ plug: here.address, siblingChainSlug: "beta", sibling: there.address })
await beta.plugs.messaging.connectPlug({ plug: there.address, siblingChainSlug: "alpha", sibling: here.address })
const { agrees, differences } = await alpha.plugs.messaging.checkConnection({
  plug: here.address,
  sibling: { connection: beta, plug: there.address },
})
if (!agrees) throw new Error(differences.map(({ says }) => says).join("\n"))

// What 96 bytes with 200,000 gas cost at this moment, then the greeting itself, with that fee attached.
const fee = await alpha.plugs.messaging.getMinFees({
  plug: here.address,
  dstChainSlug: "beta",
  minMsgGasLimit: 200_000n,
  payloadSize: 96,
})
const sent = await alpha.plugs.messaging.sendThroughPlug({
  plug: here.address,
  abi: here.abi,
  functionName: "greet",
  args: [beta.plugs.chain.slug, "hello from alpha"],
})
const message = await alpha.plugs.messaging.waitForMessage({ srcTxHash: sent.hash, timeout: 60_000 })

console.log(`greeter   ${here.address} on alpha`)
console.log(`fee       ${fee} wei, ${sent.attached} attached`)
console.log(`message   ${message.messageId}`)
console.log(`status    ${message.status}`)
console.log(`greeting  ${await there.read.greeting()}`)
