import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address, Hex } from "viem"

import { retryOnDevnet, RetryUnavailableError } from "#src/onchain/submission/retryOnDevnet.js"
import { troubledAppArtifact } from "#test/fixtures/artifacts/TroubledApp.js"
import { troubledTargetArtifact } from "#test/fixtures/artifacts/TroubledTarget.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createGatewayServer } from "#test/fixtures/servers/gatewayServer.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import {
  type AppGatewayWorld,
  createAppGatewayWorld,
  type DeployedApp,
} from "#test/fixtures/worlds/gateway/appGatewayWorld.js"

type Document = {
  items: { kind: string; id: string; outcome: string; isDone: boolean | null; revert: string | null }[]
  error?: { code: string; next: string }
}

describe("hardhat gateway retry", () => {
  let world: AppGatewayWorld
  let app: DeployedApp
  let target: Address
  let port: number
  before(async () => {
    world = await createAppGatewayWorld({ gatewayChainId: 41_000 })
    app = await world.deploy(troubledAppArtifact)
    await app.deployTo(world.alpha)
    target = (await app.read("getOnChainAddress", [await app.read("target"), world.alpha.slug])) as Address
    port = Number(new URL(world.devnet.url).port)
  })
  after(() => world.devnet.stop())

  const retry = (...args: string[]): Promise<EndedCommand> =>
    runCommand(["gateway", "retry", ...args], { port, env: { PLUGS_TEST_CHAINS: "alpha,beta" } })
  const documentOf = ({ stdout }: EndedCommand): Document => JSON.parse(stdout) as Document
  const onTarget = async (functionName: "setBroken" | "report", argument: boolean | bigint): Promise<Hex> => {
    const { walletClient, publicClient } = world.alpha
    const call = { address: target, abi: troubledTargetArtifact.abi, functionName, args: [argument] as never }
    const hash = await walletClient.writeContract(call)
    await publicClient.waitForTransactionReceipt({ hash })
    return hash
  }
  const givenUp = (txHash: Hex): Promise<Hex> =>
    eventually(() => {
      const payload = world.devnet.gateway.requestsFromTx(txHash)[0]?.payloads.find(({ isGivenUp }) => isGivenUp)
      return Promise.resolve(payload?.payloadId)
    })

  it("tries a payload again by its transaction, says that it reverts again, and that it is done once mended", async () => {
    await onTarget("setBroken", true)
    const txHash = await app.call("work", [world.alpha.slug, 3n])
    const payloadId = await givenUp(txHash)
    const broken = await retry(txHash, "--json")
    expect(broken.code, broken.stderr).to.equal(2)
    const { items, error } = documentOf(broken)
    expect(items).to.have.length(1)
    expect(items[0]).to.include({ kind: "payload", id: payloadId, outcome: "retried", isDone: false })
    expect(items[0]!.revert).to.match(/0x[0-9a-f]+|OutOfOrder/)
    expect(error!.next).to.contain(`npx hardhat gateway explain ${txHash}`)
    await givenUp(txHash)

    await onTarget("setBroken", false)
    const mended = await retry(payloadId, "--json")
    expect(mended.code, mended.stderr).to.equal(0)
    expect(documentOf(mended).items).to.have.length(1)
    expect(documentOf(mended).items[0]).to.include({ id: payloadId, outcome: "retried", isDone: true })
    expect(await app.read("workSeen")).to.equal(3n)

    const [again, byHash] = [await retry(payloadId), await retry(txHash, "--json")]
    expect([again.code, byHash.code]).to.deep.equal([0, 0])
    for (const ended of [again, byHash]) expectGoldenCommand("gateway/retry", ended)
    expect(documentOf(byHash).items[0]).to.include({ outcome: "done", isDone: true })
  })

  deepIt("runs a callback, a trigger and a timeout again, each once its app gateway accepts it", async () => {
    await app.call("setValid", [true, world.alpha.slug])
    await app.call("setBroken", [true])
    const called = await app.call("work", [world.alpha.slug, 9n])
    const timed = await app.call("workLater", [0n])
    const triggered = await onTarget("report", 5n)
    const { client } = world
    const timeout = await eventually(async () =>
      (await client.getTimeouts({ txHash: timed })).find(({ isGivenUp }) => isGivenUp === true),
    )
    const trigger = await eventually(async () =>
      (await client.getTriggers({ txHash: triggered })).find(({ isGivenUp }) => isGivenUp === true),
    )
    await givenUp(called)

    await app.call("setBroken", [false])
    const reported = (await app.read("reported")) as bigint
    for (const id of [called, timeout.timeoutId, triggered]) {
      const ended = await retry(id, "--json")
      expect(ended.code, ended.stderr).to.equal(0)
      expect(documentOf(ended).items[0]).to.include({ outcome: "retried", isDone: true })
    }
    expect(await app.read("workSeen"))
      .to.be.a("bigint")
      .that.equals(12n)
    expect(await app.read("reported")).to.equal(reported + 6n)
    const byId = await retry(trigger.callId, "--json")
    expect(documentOf(byId).items[0]).to.include({ kind: "unknown", outcome: "done", isDone: null })
  })

  it("leaves alone what goes on by itself", async () => {
    world.devnet.relay.pause("simulatePayload")
    const txHash = await app.call("work", [world.alpha.slug, 1n])
    await eventually(async () => (await world.client.getTransaction({ txHash })).length > 0)
    const ended = await retry(txHash, "--json")
    expect(ended.code).to.equal(0)
    expect(documentOf(ended).items.map(({ outcome }) => outcome)).to.deep.equal(["not given up"])
    world.devnet.relay.resume()
    await world.completed(txHash)
  })

  it("ends with 3 while the devnet's relay stands still", async () => {
    await onTarget("setBroken", true)
    const txHash = await app.call("work", [world.alpha.slug, 1n])
    await givenUp(txHash)
    await onTarget("setBroken", false)
    world.devnet.relay.pause()
    const late = await retry(txHash, "--timeout", "300ms", "--json")
    expect(late.code, late.stderr).to.equal(3)
    expect(documentOf(late).error?.code).to.equal("DEADLINE_PASSED")
    world.devnet.relay.resume()
    await world.completed(txHash)
  })

  it("refuses an id that nobody knows or that is none", async () => {
    const [unknown, none] = [await retry(bytes32(5), "--json"), await retry("Counter")]
    expect([unknown.code, none.code]).to.deep.equal([1, 1])
    for (const ended of [unknown, none]) expectGoldenCommand("gateway/retry-refused", ended)
  })

  it("says who can where the node is not a devnet's", async () => {
    await using node = await startKnownChainNode({ chainId: 43 })
    const payloadId = bytes32(7)
    const reverting = {
      ...{ payloadId, requestCount: 12, chainSlug: 41001, target, callType: 1, executeStatus: "FINALIZED" },
      ...{ callbackStatus: "NO", executeSimulationStatus: "SIMULATION_FAILED", executeRevertString: "0x" },
    }
    await using server = await createGatewayServer({ payload: () => reverting })
    const env = { PLUGS_TEST_NETWORKS: JSON.stringify({ gateway: { type: "http", url: node.url } }) }
    const ended = await runCommand(["gateway", "retry", payloadId], { port: server.port, env })
    expect(ended.code, ended.stderr).to.equal(1)
    expect(ended.error?.code).to.equal("RETRY_UNAVAILABLE")
    const error = await failure(retryOnDevnet({ request: () => Promise.resolve(5) } as never, { id: payloadId }))
    expect(error).to.be.instanceOf(RetryUnavailableError)
  })
})
