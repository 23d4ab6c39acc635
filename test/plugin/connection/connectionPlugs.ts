import { inspect } from "node:util"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatUserConfig } from "hardhat/types/config"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import { after, before, describe, it } from "mocha"
import { type Address, erc20Abi } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { feeTokenArtifact } from "#src/devnet/artifacts/gateway.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { feesManagerAbi } from "#src/gateway/index.js"
import hardhatPlugs from "#src/index.js"
import { variants } from "#test/fixtures/depth.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { startUnknowingApi } from "#test/fixtures/servers/unknowingApi.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

describe("connection.plugs", function () {
  let devnet: Devnet
  let hre: HardhatRuntimeEnvironment
  let alpha: NetworkConnection
  let beta: NetworkConnection
  let counters: { alpha: Address; beta: Address }

  const load = (plugs: HardhatUserConfig["plugs"] = {}): Promise<HardhatRuntimeEnvironment> =>
    createHardhatRuntimeEnvironment({
      plugins: [hardhatPlugs],
      plugs: { devnet: { port: Number(new URL(devnet.url).port) }, ...plugs },
    })
  const deployCounter = (name: "alpha" | "beta"): Promise<Address> => {
    const chain = devnet.chains[name]
    return deploy(chain, counterArtifact, [chain.contracts.socket, chain.walletClient.account.address])
  }

  before(async () => {
    devnet = await startDevnet()
    hre = await load()
    ;[alpha, beta] = await Promise.all([hre.network.create("alpha"), hre.network.create("beta")])
    counters = { alpha: await deployCounter("alpha"), beta: await deployCounter("beta") }
  })
  after(async () => {
    await Promise.all([alpha.close(), beta.close()])
    await devnet.stop()
  })

  it("knows its chain, and the socket that plugs of that chain are deployed with", () => {
    expect(alpha.plugs.chain).to.include({ name: "alpha", slug: 41001 })
    // As scripts deploy with it: without a check for undefined.
    const socket: Address = alpha.plugs.chain.socket
    expect(socket).to.equal(devnet.chains.alpha.contracts.socket)
  })

  it("says how to configure the socket that a chain lacks, when a script reads it", async () => {
    const chains = { here: { slug: 41001, network: "alpha" } }
    const connection = await (await load({ chains })).network.create("alpha")
    try {
      const { chain } = connection.plugs
      expect({ ...chain }).to.deep.equal({ name: "here", slug: 41001, network: "alpha" })
      expect(thrown(() => chain.socket).message).to.match(/config\.plugs\.chains\.here\.socket": .*not known/)
    } finally {
      await connection.close()
    }
  })

  it("carries a plug from deployment to delivery, in a project without hardhat-viem", async () => {
    const sibling = { connection: beta, plug: counters.beta }
    const { messaging } = alpha.plugs
    expect((await messaging.checkConnection({ plug: counters.alpha, sibling })).agrees).to.equal(false)
    await messaging.connectPlug({ plug: counters.alpha, siblingChainSlug: "beta", sibling: counters.beta })
    await beta.plugs.messaging.connectPlug({ plug: counters.beta, siblingChainSlug: 41001, sibling: counters.alpha })
    expect(await messaging.checkConnection({ plug: counters.alpha, sibling })).to.include({ agrees: true })

    const size = { plug: counters.alpha, dstChainSlug: "beta", minMsgGasLimit: 100_000n, payloadSize: 32 }
    const fee = await messaging.getMinFees(size)
    const estimate = await messaging.estimateMinFees({
      srcPlug: counters.alpha,
      dstChainSlug: "beta",
      msgGasLimit: 100_000n,
      payloadLength: 32,
    })
    expect(estimate).to.equal(fee)

    const add = { plug: counters.alpha, signature: "add(uint32,uint256)", args: [41002, 5n] }
    const sent = await messaging.sendThroughPlug({ ...add, marginPercent: 0 })
    expect(sent.fee).to.equal(fee)
    const message = await messaging.waitForMessage({ srcTxHash: sent.hash, timeout: 10_000 })
    expect(message.status).to.equal("EXECUTION_SUCCESS")
    expect(await messaging.getMessages({ srcTxHash: sent.hash })).to.have.length(1)
    const states: string[] = []
    for await (const { state } of messaging.watchMessages({ srcTxHash: sent.hash, timeout: 10_000 })) states.push(state)
    expect(states.at(-1)).to.equal("EXECUTION_SUCCESS")
    expect(await beta.plugs.messaging.waitForMessages({ srcChainSlug: "alpha", srcTxHash: sent.hash })).to.have.length(
      1,
    )
  })

  it("asks the chains alone where it is told so, and other nodes of them, whose URLs stay unseen", async () => {
    const add = { plug: counters.alpha, signature: "add(uint32,uint256)", args: [41002, 2n] }
    const { hash: srcTxHash } = await alpha.plugs.messaging.sendThroughPlug(add)
    const { rpcUrl, slug, contracts } = devnet.chains.beta
    const own = { slug, socket: contracts.socket, nodes: [`${rpcUrl}?key=a-secret-key`] }
    const { network } = await load({ chains: { beta: own }, messaging: { baseUrl: "http://127.0.0.1:1" } })
    const connection = await network.create("beta")
    const { chain, messaging } = connection.plugs
    const asked = { srcChainSlug: "alpha", srcTxHash, source: "chain", finality: 0, timeout: 10_000 } as const
    expect((await messaging.waitForMessage(asked)).status).to.equal("EXECUTION_SUCCESS")
    const explained = await messaging.explainMessage({ srcChainSlug: "alpha", srcTxHash, source: "chain" })
    expect(explained.verdict).to.equal("delivered")
    expect(inspect({ ...chain, explained }, { depth: 9, showHidden: true })).to.not.include("a-secret-key")
    await connection.close()
    // The chains of a message need not be the one of the connection, nor need that be known.
    const elsewhere = await network.create("localhost")
    expect((await elsewhere.plugs.messaging.waitForMessage(asked)).status).to.equal("EXECUTION_SUCCESS")
    await elsewhere.close()
  })

  it("waits on the chains where the API knows nothing or is gone, and says so", async () => {
    const add = { plug: counters.alpha, signature: "add(uint32,uint256)", args: [41002, 2n] }
    const { hash: srcTxHash } = await alpha.plugs.messaging.sendThroughPlug(add)
    await using unknowing = await startUnknowingApi(404)
    const { baseUrl: elsewhere } = JSON.parse(unknowing.env.PLUGS_TEST_MESSAGING) as { readonly baseUrl: string }
    // A port that nothing listens on is tried a few times.
    const gone = "http://127.0.0.1:1/messaging"
    const asked = [
      [elsewhere, "beta"],
      [elsewhere, "alpha"],
      [gone, "alpha"],
    ] as const
    for (const [baseUrl, chain] of variants(asked, 1)) {
      const told: unknown[] = []
      const connection = await (await load({ messaging: { baseUrl } })).network.create(chain)
      const { status } = await connection.plugs.messaging.waitForMessage({
        srcChainSlug: "alpha",
        srcTxHash,
        timeout: 10_000,
        onUnknown: (_isUnknown, says) => told.push(says),
        onTrouble: (_error, says) => told.push(says),
      })
      expect(status).to.equal("EXECUTION_SUCCESS")
      expect(told).to.include("Its messages are followed on the chains themselves.")
      await connection.close()
    }
  })

  it("calls back at every step, and not after it was stopped", async () => {
    const { messaging } = alpha.plugs
    const { hash } = await messaging.sendThroughPlug({
      plug: counters.alpha,
      signature: "add(uint32,uint256)",
      args: [41002, 1n],
    })
    const last = await new Promise((resolve, reject) => {
      const call = { srcTxHash: hash, timeout: 10_000 }
      messaging.onMessage(
        call,
        ({ state }) => {
          if (state === "EXECUTION_SUCCESS") resolve(state)
        },
        reject,
      )
    })
    expect(last).to.equal("EXECUTION_SUCCESS")
    let calls = 0
    messaging.onMessage({ srcTxHash: hash }, () => (calls += 1))()
    await messaging.waitForMessage({ srcTxHash: hash })
    expect(calls).to.equal(0)
  })

  it("names a chain that is not configured, before anything is sent", async () => {
    const parameters = { plug: counters.alpha, minMsgGasLimit: 1n, payloadSize: 0 }
    const error = await failure(alpha.plugs.messaging.getMinFees({ ...parameters, dstChainSlug: "betta" }))
    expect(error.message).to.match(/Argument "dstChainSlug": .*"betta"/)
  })

  it("loads nothing on a network without a configured chain, and names the missing configuration on use", async () => {
    const connection = await hre.network.create("localhost")
    expect(thrown(() => connection.plugs.chain).message).to.match(/config\.plugs\.chains": .*localhost/)
    expect((await failure(connection.plugs.messaging.getMessages({ srcTxHash: "0x" }))).code).to.equal("INVALID_INPUT")
    await connection.close()
  })

  it("names the place of a missing socket in the configuration, and notices a wrong checksum", async () => {
    const read = async (socket?: Address) => {
      const other = await load({ chains: { alpha: { slug: 41001, ...(socket === undefined ? {} : { socket }) } } })
      const connection = await other.network.create("alpha")
      const parameters = { plug: counters.alpha, dstChainSlug: 41002, minMsgGasLimit: 1n, payloadSize: 0 }
      return await failure(connection.plugs.messaging.getMinFees(parameters)).finally(() => connection.close())
    }
    expect((await read()).message).to.match(/^Setting "config\.plugs\.chains\.alpha\.socket": .*not known/)
    expect((await read("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).message).to.match(
      /^Setting "config.*socket": .*checksum/,
    )
  })

  it("deposits credits on one chain, and waits for them on the gateway chain", async () => {
    const gateway = await hre.network.create("gateway")
    const { walletClient, contracts, accounts } = devnet.chains["alpha"]
    const [account] = accounts as [Address]
    const mint = { address: contracts.feeToken, abi: feeTokenArtifact.abi, functionName: "mint" } as const
    await walletClient.writeContract({ ...mint, args: [account, 7n] })
    const before = await gateway.plugs.gateway.getAvailableCredits({ account })
    const { creditAmount, nativeAmount } = await alpha.plugs.gateway.depositCredits({ receiver: account, amount: 7n })
    expect({ creditAmount, nativeAmount }).to.deep.equal({ creditAmount: 7n, nativeAmount: 0n })
    const atLeast = before + creditAmount
    expect(await gateway.plugs.gateway.waitForCredits({ account, atLeast, timeout: 10_000 })).to.equal(atLeast)
    await gateway.close()
  })

  it("wraps credits, and signs an approval that the fees manager of its chain accepts", async () => {
    const { chain } = devnet.gateway
    const [account, spender] = chain.accounts as [Address, Address]
    const gateway = await hre.network.create("gateway")
    const before = await gateway.plugs.gateway.getAvailableCredits({ account })
    await gateway.plugs.gateway.wrapCredits({ receiver: account, amount: 5n })
    expect(await gateway.plugs.gateway.getAvailableCredits({ account })).to.equal(before + 5n)

    const approval = await gateway.plugs.gateway.signAppGatewayApproval({ spender })
    const call = { address: chain.contracts.feesManager, abi: feesManagerAbi } as const
    await chain.walletClient.writeContract({
      ...call,
      account: spender,
      functionName: "approveAppGatewayWithSignature",
      args: [approval],
    })
    const isApproved = { ...call, functionName: "isApproved", args: [account, spender] } as const
    expect(await chain.publicClient.readContract(isApproved)).to.equal(true)
    await gateway.close()
  })

  it("sends no gas dearer than the configuration of its chain says, the gateway's included", async () => {
    const own = { slug: 41001, network: "alpha", socket: devnet.chains.alpha.contracts.socket, maxGasCost: "0.0000001" }
    const limited = await load({ chains: { here: own, gateway: { maxGasCost: "0.0000001" } } })
    const [here, gateway] = await Promise.all([limited.network.create("alpha"), limited.network.create("gateway")])
    const [receiver] = devnet.gateway.chain.accounts as [Address]
    const { walletClient, contracts } = devnet.chains.alpha
    const mint = { address: contracts.feeToken, abi: feeTokenArtifact.abi, functionName: "mint" } as const
    await walletClient.writeContract({ ...mint, args: [receiver, 1n] })
    const usdc = devnet.market.alpha.tokens.usdc.address
    await walletClient.writeContract({
      address: usdc,
      abi: erc20Abi,
      functionName: "approve",
      args: [counters.alpha, 5n],
    })
    const sibling = { siblingChainSlug: 41002, sibling: receiver, switchboard: contracts.switchboard }
    const sent = [
      () => gateway.plugs.gateway.wrapCredits({ receiver, amount: 5n }),
      () => here.plugs.gateway.depositCredits({ receiver, amount: 1n }),
      () => here.plugs.messaging.connectPlug({ plug: counters.alpha, ...sibling }),
      () =>
        here.plugs.messaging.sendThroughPlug({
          plug: counters.alpha,
          signature: "add(uint32,uint256)",
          args: [41002, 3n],
        }),
      () => here.plugs.swap.revokeAllowance({ token: usdc, spender: counters.alpha }),
    ]
    for (const send of sent) {
      const error = await failure(send())
      expect([error.code, error.facts["at most"]]).to.deep.equal(["GAS_TOO_EXPENSIVE", "0.0000001 ETH"])
    }
    await Promise.all([here.close(), gateway.close()])
  })

  it("requires a fees plug on a chain that is not a devnet's", async () => {
    const other = await load({ chains: { alpha: { slug: 41001 } } })
    const connection = await other.network.create("alpha")
    const error = await failure(connection.plugs.gateway.depositCredits({ receiver: counters.alpha, amount: 1n }))
    expect(error.message).to.match(/^Argument "feesPlug": it has no default on alpha/)
    await connection.close()
  })

  it("gives the same object at every use", () => {
    expect(alpha.plugs).to.equal(alpha.plugs)
  })
})
