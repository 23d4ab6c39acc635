import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  custom,
  type Hex,
  http,
  keccak256,
  numberToHex,
  parseEther,
  parseGwei,
  type PublicClient,
  toBytes,
  zeroAddress,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { socketArtifact } from "#src/devnet/artifacts/messaging.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import { type Devnet, type DevnetChain, type MessageRecord, startDevnet } from "#src/devnet/index.js"
import { isPlugsError, plugAbi, retryMessage } from "#src/messaging/index.js"
import { executionManagerAbi } from "#src/messaging/onchain/abi.js"
import { executorRole } from "#src/messaging/onchain/delivery/executors.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { openExecutionManagerArtifact } from "#test/fixtures/artifacts/OpenExecutionManager.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deploy, deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"

const { abi } = moodyPlugArtifact

describe("retryMessage", function () {
  let devnet: Devnet<"alpha" | "beta", false, false>
  let beta: DevnetChain<false>
  let plugs: Record<string, Hex>
  let message: MessageRecord["outbound"] & Parameters<typeof retryMessage>[2]["message"]
  let start: Hex
  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false, executionRetries: { attempts: 1, delay: 1 } })
    beta = devnet.chains.beta
    plugs = await deployConnected(devnet, moodyPlugArtifact)
    await refuseAll(true)
    const { alpha } = devnet.chains
    const hash = await send(alpha, { address: plugs["alpha"]!, abi, functionName: "send", args: [beta.slug, "0x12"] })
    const failed = await eventually(() => {
      const [record] = devnet.messagesFromTx(alpha.slug, hash)
      return Promise.resolve(record?.status === "EXECUTION_FAILURE" && record)
    })
    message = { ...failed.outbound, socket: alpha.contracts.socket, logIndex: null }
    await refuseAll(false)
    start = await devnet.snapshot()
  })
  beforeEach(() => devnet.revert(start))
  after(() => devnet.stop())

  async function refuseAll(isRefused: boolean): Promise<void> {
    const call = { address: plugs["beta"]!, abi, functionName: "refuseAll", args: [isRefused] } as const
    await beta.publicClient.waitForTransactionReceipt({ hash: await beta.walletClient.writeContract(call) })
  }

  /** A client of a node that is no devnet: of Hardhat's own, or of a public chain. */
  function nodeOf(kind: "hardhat" | "public"): PublicClient {
    const request = async (call: { method: string; params?: unknown }): Promise<unknown> => {
      if (kind === "public" && call.method === "web3_clientVersion") return "Geth/v1.16.0"
      if (call.method === "devnet_signExecution") {
        throw Object.assign(new Error("the method does not exist"), { code: -32601 })
      }
      return await beta.provider.request(call as never)
    }
    return createPublicClient({ transport: custom({ request }), pollingInterval: 10 })
  }

  /** The devnet as other processes reach it. */
  const devnetNode = (): PublicClient => createPublicClient({ transport: http(beta.rpcUrl), pollingInterval: 10 })

  const retry = (client = devnetNode(), more: { gasLimit?: bigint; maxGasPrice?: bigint } = {}) =>
    retryMessage(client, beta.walletClient, { message, socket: beta.contracts.socket, ...more })

  async function failure(attempt: Promise<unknown>) {
    const error: unknown = await attempt.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!isPlugsError(error)) throw new Error("it did not fail as it should", { cause: error })
    return error
  }

  const statusOf = () => devnet.messagesFromTx(devnet.chains.alpha.slug, message.transactionHash)[0]?.status
  const hasRole = (account: Hex) =>
    beta.publicClient.readContract({
      address: beta.contracts.executionManager,
      abi: executionManagerAbi,
      functionName: "hasRole",
      args: [executorRole, account],
    })

  it("executes on a devnet with its executor's signature, and the API follows", async () => {
    const result = await retry()
    expect(result).to.include({ status: "executed", right: "devnet", value: 0n, gasLimit: message.minMsgGasLimit })
    await eventually(() => Promise.resolve(statusOf() === "EXECUTION_SUCCESS"))
    expect(await hasRole(beta.walletClient.account.address)).to.equal(false)
    const again = await retry()
    expect(again.status).to.equal("executed before")
    expect(again.execution?.transactionHash).to.equal(result.execution?.transactionHash)
  })

  it("gives the transaction what it uses and 64/63 of the limit of inbound besides", async () => {
    const node = devnetNode()
    const estimates: bigint[] = []
    const request = async (call: { method: string }): Promise<unknown> => {
      const answer: unknown = await node.request(call as never)
      if (call.method === "eth_estimateGas") estimates.push(BigInt(answer as Hex))
      return answer
    }
    const { execution } = await retry(createPublicClient({ transport: custom({ request }), pollingInterval: 10 }), {
      gasLimit: 630_000n,
    })
    const { gas } = await beta.publicClient.getTransaction({ hash: execution!.transactionHash })
    expect(gas).to.equal(estimates.at(-1)! + 640_000n)
  })

  it("grants the role on a node of Hardhat, by impersonating the owner of the execution manager", async () => {
    expect(await retry(nodeOf("hardhat"))).to.include({ status: "executed", right: "granted" })
    expect(await hasRole(beta.walletClient.account.address)).to.equal(true)
    await eventually(() => Promise.resolve(statusOf() === "EXECUTION_SUCCESS"))
  })

  it("signs nothing at a gas price that no chain has", async () => {
    const greedy = createPublicClient({
      transport: custom({
        request: async (call: { method: string }): Promise<unknown> =>
          call.method === "eth_maxPriorityFeePerGas"
            ? numberToHex(parseEther("1"))
            : await beta.provider.request(call as never),
      }),
    })
    const before = await beta.publicClient.getTransactionCount({ address: beta.walletClient.account.address })
    const error = await failure(retry(greedy))
    expect(error.code).to.equal("GAS_PRICE_TOO_HIGH")
    expect(error.facts).to.have.property("at most", "10 gwei")
    expect((await failure(retry(devnetNode(), { maxGasPrice: 1n }))).code).to.equal("GAS_PRICE_TOO_HIGH")
    const after = await beta.publicClient.getTransactionCount({ address: beta.walletClient.account.address })
    expect(after).to.equal(before)
  })

  it("pays the gas price that was checked, whatever the wallet's node says", async () => {
    const { execution } = await retry(devnetNode(), { maxGasPrice: parseGwei("1000") })
    const hash = execution!.transactionHash
    const { maxFeePerGas } = await beta.publicClient.getTransaction({ hash })
    const { baseFeePerGas } = await beta.publicClient.getBlock({ blockNumber: execution!.blockNumber - 1n })
    const tip = await beta.publicClient.estimateMaxPriorityFeePerGas()
    expect(maxFeePerGas! >= baseFeePerGas! + tip && maxFeePerGas! <= (baseFeePerGas! * 9n) / 4n + tip).to.equal(true)
  })

  it("refuses on a public chain, and names who could grant the role", async () => {
    const error = await failure(retry(nodeOf("public")))
    expect(error.code).to.equal("NOT_EXECUTOR")
    expect(error.facts).to.deep.include({
      account: beta.walletClient.account.address,
      "execution manager": beta.contracts.executionManager,
      "owner of the execution manager": createAccounts().deployer.address,
    })
    expect(statusOf()).to.equal("EXECUTION_FAILURE")
  })

  it("executes on a public chain with an account that has the role", async () => {
    const { executor } = createAccounts()
    const client = nodeOf("public")
    const wallet = createWalletClient({ account: executor, transport: custom(client) })
    const result = await retryMessage(client, wallet, { message, socket: beta.contracts.socket })
    expect(result).to.include({ status: "executed", right: "own" })
  })

  it("executes on a public chain where anybody may, with any account", async () => {
    const { contracts, testClient } = beta
    const none = { perGas: 0n, perByte: 0n, overhead: 0n }
    const prices = {
      ...{ executionFees: none, relativeNativeTokenPrice: 0n },
      ...{ msgValueMinThreshold: 0n, msgValueMaxThreshold: 0n },
    }
    const manager = await deploy(beta, openExecutionManagerArtifact, [
      ...[beta.walletClient.account.address, contracts.socket, beta.slug, [], prices],
    ])
    const { deployer } = createAccounts()
    await testClient.impersonateAccount({ address: deployer.address })
    const administer = async (functionName: "grantRole" | "setExecutionManager", args: readonly unknown[]) => {
      const call = {
        address: contracts.socket,
        abi: socketArtifact.abi as Abi,
        functionName,
        args,
        account: deployer.address,
      }
      await beta.publicClient.waitForTransactionReceipt({ hash: await beta.walletClient.writeContract(call) })
    }
    await administer("grantRole", [keccak256(toBytes("GOVERNANCE_ROLE")), deployer.address])
    await administer("setExecutionManager", [manager])
    const client = nodeOf("public")
    const stranger = privateKeyToAccount(`0x${"77".repeat(32)}`)
    await testClient.setBalance({ address: stranger.address, value: 10n ** 18n })
    const wallet = createWalletClient({ account: stranger, transport: custom(client) })
    const result = await retryMessage(client, wallet, { message, socket: contracts.socket })
    expect(result).to.include({ status: "executed", right: "own" })
  })

  it("gives inbound the gas that it is told to, and refuses less than the message asks for", async () => {
    const result = await retry(undefined, { gasLimit: 1_000_000n })
    const { input, gas } = await beta.publicClient.getTransaction({ hash: result.execution!.transactionHash })
    expect(input).to.contain((1_000_000).toString(16).padStart(64, "0"))
    expect(gas > 1_000_000n).to.equal(true)
    await devnet.revert(start)
    const error = await failure(retry(undefined, { gasLimit: message.minMsgGasLimit - 1n }))
    expect(error.code).to.equal("INVALID_INPUT")
  })

  it("sends nothing while inbound reverts, while the packet is not allowed, or once the plug is disconnected", async () => {
    const sent = () => beta.publicClient.getTransactionCount({ address: beta.walletClient.account.address })
    await refuseAll(true)
    const before = await sent()
    const reverting = await failure(retry())
    expect(reverting.code).to.equal("MESSAGE_NOT_EXECUTABLE")
    expect(reverting.message).to.match(/inbound of 0x\w+ reverts/)
    expect(await sent()).to.equal(before)

    await devnet.revert(start)
    const packedMessage: Hex = `0x${"1".repeat(64)}`
    const other = { ...message, packedMessage }
    const unproposed = await failure(
      retryMessage(beta.publicClient, beta.walletClient, { message: other, socket: beta.contracts.socket }),
    )
    expect(unproposed.code).to.equal("MESSAGE_NOT_EXECUTABLE")
    expect(unproposed.message).to.contain("its packet has not been proposed")

    const args = [devnet.chains.alpha.slug, zeroAddress, beta.contracts.switchboard] as const
    const hash = await beta.walletClient.writeContract({
      address: plugs["beta"]!,
      abi: plugAbi,
      functionName: "connect",
      args,
    })
    await beta.publicClient.waitForTransactionReceipt({ hash })
    expect((await failure(retry())).code).to.equal("MESSAGE_NOT_EXECUTABLE")
  })

  it("says which message the devnet does not have", async () => {
    const asking = devnetNode().request({ method: "devnet_signExecution", params: ["0x12"] } as never)
    expect(String(await asking.catch((error: unknown) => error))).to.contain("the devnet has no message")
  })
})
