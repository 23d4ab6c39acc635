import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import { type Address, decodeFunctionData, erc20Abi, type Hex, parseEther } from "viem"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { feeTokenArtifact } from "#src/devnet/artifacts/gateway.js"
import { feesPlugAbi } from "#src/gateway/onchain/abi.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { answer, type HostileServer, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { approvesEverything } from "#test/fixtures/worlds/contractCode.js"
import { createGatewayWorld, type GatewayWorld } from "#test/fixtures/worlds/gateway/gatewayWorld.js"

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"

/** Waits a fiftieth of what is asked for. */
const quick: Clock = { now: () => systemClock.now(), sleep: (ms, signal) => systemClock.sleep(ms / 50, signal) }

/** What an API could say of a top-up: that it is somebody else's, cheap, and done already. */
const lies = {
  status: "SUCCESS",
  ...{ feesPlug: thief, feesManager: thief, token: thief, receiver: thief, appGateway: thief, amount: "1" },
  response: [{ status: "COMPLETED", feesPlug: thief, feesManager: thief, token: thief, receiver: thief, credits: "1" }],
}

describe("a top-up among liars", function () {
  let world: GatewayWorld
  let app: Address
  let api: HostileServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let start: Hex
  before(async () => {
    world = await createGatewayWorld()
    app = (await world.open(counterAppGatewayArtifact)).address
    const { walletClient, publicClient, contracts } = world.alpha
    const args = [walletClient.account.address, parseEther("20")] as const
    const call = { address: contracts.feeToken, abi: feeTokenArtifact.abi, functionName: "mint", args } as const
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(call) })
    api = await startHostileServer(answer({ body: JSON.stringify(lies) }))
    folder = await temporaryFolder()
    const { addressResolver, asyncDeployer, feesManager, watcher } = world.devnet.gateway.chain.contracts
    const gateway = { slug: world.devnet.gateway.chain.slug, addressResolver, asyncDeployer, feesManager, watcher }
    const { feesPlug, gatewaySocket: socket, switchboard } = contracts
    const deployments = { own: { gateway, chains: { [world.alpha.slug]: { socket, switchboard, feesPlug } } } }
    await writeFile(path.join(folder.path, "own.json"), JSON.stringify(deployments))
    start = await world.devnet.snapshot()
  })
  beforeEach(async () => {
    world.devnet.relay.resume()
    await world.devnet.revert(start)
  })
  after(async () => {
    await api.stop()
    await folder[Symbol.asyncDispose]()
    await world.devnet.stop()
  })

  /** Pays with the devnet's token on alpha, in a project whose gateway API is the liar. */
  const topup = (...options: string[]): Promise<EndedCommand> => {
    const token = ["--token", world.alpha.contracts.feeToken]
    const args = ["gateway", "topup", app, "--amount", "2", "--from", "alpha", ...token, "--yes", "--json", ...options]
    const gateway = { baseUrl: api.url, deployment: path.join(folder.path, "own.json") }
    const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_GATEWAY: JSON.stringify(gateway) }
    return runCommand(args, { port: Number(new URL(world.devnet.url).port), env, clock: quick })
  }
  const paidTo = async (account: Address): Promise<bigint> => {
    const { publicClient, contracts } = world.alpha
    const call = { address: contracts.feeToken, abi: erc20Abi, functionName: "balanceOf", args: [account] } as const
    return await publicClient.readContract(call)
  }

  it("S-05 refuses to ask the API where the money goes: token, fees plug, receiver and amount are those of the command", async () => {
    const { publicClient, contracts } = world.alpha
    const before = await paidTo(contracts.feesPlug)
    const { code, stdout, stderr } = await topup()
    expect(code, stderr).to.equal(0)
    const { creditsBefore, creditsAfter, payment } = JSON.parse(stdout) as Record<string, string> & {
      payment: { txHash: Hex }
    }
    expect(BigInt(creditsAfter!) - BigInt(creditsBefore!)).to.equal(parseEther("2"))
    const { to, input } = await publicClient.getTransaction({ hash: payment.txHash })
    expect(to?.toLowerCase()).to.equal(contracts.feesPlug.toLowerCase())
    const { functionName, args } = decodeFunctionData({ abi: feesPlugAbi, data: input })
    expect([functionName, ...args]).to.deep.equal(["depositCredit", contracts.feeToken, app, parseEther("2")])
    expect((await paidTo(contracts.feesPlug)) - before).to.equal(parseEther("2"))
    expect(await paidTo(thief)).to.equal(0n)
    expect(api.requests).to.deep.equal([])
  })

  it("S-09 refuses to call a deposit done that is not counted, whatever the API says and whatever credits were there before", async () => {
    world.devnet.relay.pause()
    const { code, stdout } = await topup("--timeout", "1ms")
    expect(code).to.equal(3)
    expect(JSON.parse(stdout)).to.have.nested.property("error.code", "DEADLINE_PASSED")
  })

  it("S-07 refuses to deposit a token that allows the fees plug more than it was asked to", async () => {
    const { publicClient, testClient, contracts } = world.alpha
    const before = await paidTo(contracts.feesPlug)
    const code = (await publicClient.getCode({ address: contracts.feeToken }))!
    const implementation: Address = "0x00000000000000000000000000000000000c0de0"
    await testClient.setCode({ address: implementation, bytecode: code })
    await testClient.setCode({ address: contracts.feeToken, bytecode: approvesEverything(implementation) })
    const ended = await topup()
    expect(ended.code).to.equal(1)
    expect(JSON.parse(ended.stdout)).to.have.nested.property("error.code", "NOT_APPROVED")
    expect(ended.stderr + ended.stdout).to.contain("Approve 0 for the spender")
    expect(await paidTo(contracts.feesPlug)).to.equal(before)
  })
})
