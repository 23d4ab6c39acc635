import { network } from "hardhat"
import { encodeInteroperableAddress } from "hardhat-plugs/messaging"

// Three chains of a running devnet, or of your configuration. The first one has all tokens.
const alpha = await deployOn("alpha", 1_000n)
const beta = await deployOn("beta", 0n)
const gamma = await deployOn("gamma", 0n)

async function deployOn(name: string, supply: bigint) {
  const { viem, plugs } = await network.create(name)
  const [owner] = await viem.getWalletClients()
  const { address } = owner.account
  const gateway = await viem.deployContract("PlugsGateway", [plugs.chain.socket, address])
  const token = await viem.deployContract("Token", [address, supply])
  return { plugs, gateway, token, owner: address, chainId: owner.chain.id }
}

// Each gateway links the others, and each token names the others. Both are for good.
for (const here of [alpha, beta, gamma]) {
  for (const { plugs, gateway, token, chainId } of [alpha, beta, gamma]) {
    if (token === here.token) continue
    const sibling = { siblingChainSlug: plugs.chain.slug, sibling: gateway.address }
    await here.plugs.messaging.connectPlug({ plug: here.gateway.address, ...sibling })
    const counterpart = encodeInteroperableAddress({ chainId, address: token.address })
    await here.token.write.link([here.gateway.address, counterpart])
  }
}

// Attaches exactly what the message costs.
const sent = await alpha.plugs.messaging.sendThroughPlug({
  plug: alpha.token.address,
  abi: alpha.token.abi,
  functionName: "bridge",
  args: [encodeInteroperableAddress({ chainId: gamma.chainId, address: gamma.owner }), 400n],
})
const message = await alpha.plugs.messaging.waitForMessage({ srcTxHash: sent.hash, timeout: 60_000 })

console.log(`token     ${alpha.token.address} on alpha`)
console.log(`status    ${message.status}`)
console.log(`on gamma  ${await gamma.token.read.balanceOf([gamma.owner])}`)
