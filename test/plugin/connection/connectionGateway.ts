import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatUserConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import { afterEach, describe, it } from "mocha"
import type { Address } from "viem"

import { devnetAddressResolver } from "#src/devnet/addresses.js"
import { predictForwarderAddress } from "#src/gateway/index.js"
import hardhatPlugs from "#src/index.js"
import { failure } from "#test/fixtures/failure.js"
import { createGatewayServer, type GatewayAnswers, type GatewayServer } from "#test/fixtures/servers/gatewayServer.js"
import { contractId, payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"

const onChainAddress: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const forwarderAddress: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const appGatewayAddress: Address = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0"
const contracts = {
  addressResolver: "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9",
  asyncDeployer: "0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9",
  forwarderBeacon: "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707",
} as const
const timeout = { timeoutId: "0xAB", status: "RESOLVED", executeAt: 100, executedAt: 103, isResolved: true }

describe("connection.plugs.gateway", () => {
  let server: GatewayServer
  let connection: NetworkConnection
  afterEach(async () => {
    await connection.close()
    await server[Symbol.asyncDispose]()
  })

  /** Connects to a chain whose node is not running, because nothing here needs it. */
  async function connect(
    routes: Readonly<Record<string, GatewayAnswers>>,
    gateway: NonNullable<HardhatUserConfig["plugs"]>["gateway"] = {},
    network = "alpha",
  ): Promise<NetworkConnection["plugs"]["gateway"]> {
    server = await createGatewayServer(routes)
    const plugs = { gateway: { baseUrl: `http://127.0.0.1:${server.port}/gateway`, ...gateway } }
    // The artifacts of this repository take long to read.
    const paths = { artifacts: "none" }
    const hre = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], plugs, paths })
    connection = await hre.network.create(network)
    return connection.plugs.gateway
  }

  it("calls the configured API, with chains by name", async () => {
    const gateway = await connect({
      getDetailsByTxHash: [[requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED")])]],
      timeout: [[timeout]],
      payload: ({ payloadId }) => payloadAt("FINALIZED", { payloadId }),
      trigger: [[{ callId: contractId, status: "SUCCESS", chainSlug: 41001 }]],
      getAddresses: ({ chainSlug }) => ({
        onchain: { chainSlug: Number(chainSlug), deployedContract: onChainAddress },
        offchain: { forwarder: forwarderAddress, contractId },
      }),
      getForwarderAddress: ({ chainSlug }) => ({ chainSlug, onChainAddress, forwarderAddress, isDeployed: true }),
    })
    expect((await gateway.getTransaction({ txHash }))[0]).to.include({ status: "COMPLETED" })
    expect(await gateway.getTimeouts({ txHash })).to.have.length(1)
    expect(await gateway.getPayload({ payloadId: contractId })).to.include({ payloadId: contractId })
    expect(await gateway.getTriggers({ txHash })).to.have.length(1)
    const addresses = await gateway.getAddresses({ appGatewayAddress, contractId, chainSlug: "beta" })
    expect(addresses.onchain).to.include({ chainSlug: 41002, deployedContract: onChainAddress })
    const forwarder = await gateway.getForwarder({ onChainAddress, chainSlug: "alpha" })
    expect(forwarder).to.include({ chainSlug: 41001, forwarderAddress, isDeployed: true })
    expect(server.requests.slice(-2)).to.deep.equal([
      `getAddresses?appGatewayAddress=${appGatewayAddress}&contractId=${contractId}&chainSlug=41002`,
      `getForwarderAddress?onChainAddress=${onChainAddress}&chainSlug=41001`,
    ])
  })

  it("waits for transactions, timeouts and deployments", async () => {
    const gateway = await connect({
      getDetailsByTxHash: [
        [requestAt("IN_PROGRESS", [payloadAt("FINALIZED")])],
        [requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED")])],
      ],
      timeout: [[timeout]],
      getAddresses: [
        { onchain: { chainSlug: 41001, deployedContract: null }, offchain: { forwarder: null, contractId } },
        {
          onchain: { chainSlug: 41001, deployedContract: onChainAddress },
          offchain: { forwarder: forwarderAddress, contractId },
        },
      ],
      getForwarderAddress: [{ chainSlug: 41001, onChainAddress, forwarderAddress, isDeployed: true }],
    })
    const [request] = await gateway.waitForTransaction({ txHash, timeout: 10_000 })
    expect(request).to.include({ status: "COMPLETED" })
    expect(await gateway.waitForTimeout({ txHash, timeout: 10_000 })).to.include({ lateBy: 3_000 })
    const deployment = { appGatewayAddress, contractId, chainSlug: "alpha", timeout: 10_000 }
    expect(await gateway.waitForDeployment(deployment)).to.include({
      chainSlug: 41001,
      onChainAddress,
      forwarderAddress,
    })
  })

  it("watches transactions and timeouts, with a loop and with a callback", async () => {
    const gateway = await connect({
      getDetailsByTxHash: [[requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED")])]],
      timeout: [[timeout]],
    })
    const states: string[] = []
    for await (const { state } of gateway.watchTransaction({ txHash, timeout: 10_000 })) states.push(state)
    expect(states).to.deep.equal(["COMPLETED", "PROMISE_RESOLVED"])
    for await (const { state } of gateway.watchTimeouts({ txHash, timeout: 10_000 })) states.push(state)
    expect(states.at(-1)).to.equal("RESOLVED")
    const called = await new Promise((resolve, reject) => {
      gateway.onTransaction(
        { txHash, timeout: 10_000 },
        ({ state }) => {
          resolve(state)
        },
        reject,
      )
    })
    expect(called).to.equal("COMPLETED")
  })

  it("names the contracts that app gateways are deployed with: the configured ones, or the devnet's", async () => {
    const own = await connect({}, { contracts })
    expect(await own.getContracts()).to.deep.equal(contracts)
    await connection.close()
    await server[Symbol.asyncDispose]()
    const ofDevnet = await connect({}, { baseUrl: "http://127.0.0.1:8645/gateway" })
    expect(await ofDevnet.getContracts()).to.include({ addressResolver: devnetAddressResolver })
  })

  it("predicts forwarders from the configured contracts", async () => {
    const gateway = await connect({}, { contracts })
    const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = contracts
    const expected = predictForwarderAddress({
      chainSlug: 41002,
      onChainAddress,
      addressResolver,
      deployer,
      forwarderBeacon,
    })
    expect(await gateway.predictForwarderAddress({ chainSlug: "beta", onChainAddress })).to.equal(expected)
    expect(await gateway.predictForwarderAddress({ chainSlug: 41002, onChainAddress })).to.equal(expected)
    expect(server.requests).to.deep.equal([])
  })

  it("names the missing configuration when the contracts are unknown, and a contract with a wrong checksum", async () => {
    const gateway = await connect({})
    const predict = gateway.predictForwarderAddress({ chainSlug: "beta", onChainAddress })
    expect((await failure(predict)).message).to.match(
      /^Setting "config\.plugs\.gateway\.contracts": .*not known.*addressResolver/,
    )
    await connection.close()
    await server[Symbol.asyncDispose]()
    const mistyped = { ...contracts, asyncDeployer: contracts.asyncDeployer.replace("Dc", "DC") as Address }
    const other = await connect({}, { contracts: mistyped })
    const again = other.predictForwarderAddress({ chainSlug: "beta", onChainAddress })
    expect((await failure(again)).message).to.match(
      /^Setting "config\.plugs\.gateway\.contracts\.asyncDeployer": .*checksum/,
    )
  })

  it("names a chain that is not configured, before anything is sent", async () => {
    const gateway = await connect({}, { contracts })
    const calls = [
      gateway.getForwarder({ onChainAddress, chainSlug: "betta" }),
      gateway.getAddresses({ appGatewayAddress, contractId, chainSlug: "betta" }),
      gateway.waitForDeployment({ appGatewayAddress, contractId, chainSlug: "betta" }),
      gateway.predictForwarderAddress({ onChainAddress, chainSlug: "betta" }),
    ]
    for (const call of calls) expect((await failure(call)).message).to.match(/Argument "chainSlug": .*"betta"/)
    expect(server.requests).to.deep.equal([])
  })

  it("refuses to read credits on a connection to another chain than the gateway chain", async () => {
    const gateway = await connect({}, { contracts }, "default")
    expect(Object.keys(connection)).to.include("plugs")
    const error = await failure(gateway.getAvailableCredits({ account: appGatewayAddress }))
    expect(error.code).to.equal("WRONG_CONTRACT")
    expect(error.message).to.contain("address resolver").and.to.contain("gateway chain")
  })
})
