import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { createPublicClient, createWalletClient, type Hex, http, parseEther, parseGwei } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { feesManagerArtifact, watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { getAvailableCredits } from "#src/gateway/index.js"

/** An invalid instruction, which uses up all gas at once. */
const wasteful = "0xfe"

describe("the gateway chain", () => {
  let devnet: Devnet<"alpha" | "beta", true, false>
  before(async () => {
    devnet = await startDevnet({ gatewayChainId: 43, market: false })
  })
  after(() => devnet.stop())

  /** Sends through the served RPC what `cast send --legacy --with-gas-price 0` would, or the same by EIP-1559. */
  async function sendFree(type: "legacy" | "eip1559", value = 1n): Promise<Hex> {
    const { chain } = devnet.gateway
    const account = privateKeyToAccount(generatePrivateKey())
    await chain.testClient.setBalance({ address: account.address, value })
    const walletClient = createWalletClient({ account, chain: chain.publicClient.chain, transport: http(chain.rpcUrl) })
    const gas = 21_000n
    const request = { to: account.address, value, gas }
    return type === "legacy"
      ? await walletClient.sendTransaction({ ...request, type, gasPrice: 0n })
      : await walletClient.sendTransaction({ ...request, type, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })
  }

  it("has the chain id that the caller chose, which is its slug too", async () => {
    const { chain } = devnet.gateway
    expect(chain).to.include({ chainId: 43, slug: 43 })
    expect(await createPublicClient({ transport: http(chain.rpcUrl) }).getChainId()).to.equal(43)
    for (const [address, abi] of [
      [chain.contracts.watcher, watcherArtifact.abi],
      [chain.contracts.feesManager, feesManagerArtifact.abi],
    ] as const) {
      expect(await chain.publicClient.readContract({ address, abi, functionName: "chainSlug" })).to.equal(43)
    }
  })

  for (const type of ["legacy", "eip1559"] as const) {
    it(`takes a transaction of type ${type} with a gas price of 0, from an account that could not pay one`, async () => {
      const { publicClient } = devnet.gateway.chain
      const { status, effectiveGasPrice } = await publicClient.waitForTransactionReceipt({ hash: await sendFree(type) })
      expect(status).to.equal("success")
      expect(effectiveGasPrice).to.equal(0n)
    })
  }

  it("keeps its base fee at 0, also after blocks that use far more gas than others", async () => {
    const { chain } = devnet.gateway
    const address = "0x00000000000000000000000000000000000000aa"
    await chain.testClient.setCode({ address, bytecode: wasteful })
    await chain.testClient.setAutomine(false)
    const from = chain.accounts.slice(0, 3)
    for (const account of from) {
      const gas = 2n ** 24n
      await chain.walletClient.sendTransaction({ account, to: address, gas, gasPrice: parseGwei("1") })
    }
    await chain.testClient.mine({ blocks: 1 })
    await chain.testClient.setAutomine(true)
    await chain.testClient.mine({ blocks: 1 })
    expect((await chain.publicClient.getBlock()).baseFeePerGas).to.equal(0n)
    await sendFree("legacy")
  })

  it("still asks the other chains' gas prices of senders there", async () => {
    const { alpha } = devnet.chains
    expect((await alpha.publicClient.getBlock()).baseFeePerGas).to.not.equal(0n)
  })

  it("wraps native currency of its accounts into credits, and unwraps it, for no gas price", async () => {
    const { chain } = devnet.gateway
    const { feesManager } = chain.contracts
    const account = chain.accounts[3]!
    const call = { account, address: feesManager, abi: feesManagerArtifact.abi, gasPrice: 0n } as const
    const before = await chain.publicClient.getBalance({ address: account })
    const value = parseEther("2")
    await chain.walletClient.writeContract({ ...call, functionName: "wrap", args: [account], value })
    expect(await getAvailableCredits(chain.publicClient, { feesManager, account })).to.equal(value)
    await chain.walletClient.writeContract({ ...call, functionName: "unwrap", args: [value, account] })
    expect(await getAvailableCredits(chain.publicClient, { feesManager, account })).to.equal(0n)
    expect(await chain.publicClient.getBalance({ address: account })).to.equal(before)
  })
})
