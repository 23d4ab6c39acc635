import { expect } from "chai"
import { network } from "hardhat"

import { startDevnet } from "#src/devnet/index.js"
import { connectPlug, decodeRevert, getMinFees } from "#src/messaging/index.js"

it("sends from a fork for the fee, and not for one wei less", async () => {
  await using devnet = await startDevnet()
  const { alpha, beta } = devnet.chains
  const { socket, switchboard } = alpha.contracts
  // Without a number, the fork would be of an older block.
  const blockNumber = await alpha.publicClient.getBlockNumber()
  const { viem } = await network.create({ override: { forking: { url: alpha.rpcUrl, blockNumber } } })
  const client = await viem.getPublicClient()
  const [wallet] = await viem.getWalletClients()

  const { address: plug, abi } = await viem.deployContract("Counter", [socket, wallet!.account.address])
  await connectPlug(client, wallet!, { plug, siblingChainSlug: beta.slug, sibling: plug, switchboard })
  const message = { dstChainSlug: beta.slug, minMsgGasLimit: 100_000n, payloadSize: 32 }
  const fee = await getMinFees(client, { socket, plug, ...message })

  const add = { address: plug, abi, functionName: "add", args: [beta.slug, 5n] } as const
  const refusal: unknown = await wallet!.writeContract({ ...add, value: fee - 1n }).catch((error: unknown) => error)
  expect(decodeRevert(refusal, [abi])).to.deep.include({ name: "InsufficientFees", args: [fee, fee - 1n] })
  await wallet!.writeContract({ ...add, value: fee })
})
