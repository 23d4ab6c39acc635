import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Hex } from "viem"

import { reminderAppGatewayArtifact } from "#examples/demos/artifacts/ReminderAppGateway.js"
import { watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import { revertOfTrigger } from "#src/gateway/index.js"
import { triggeredAppGatewayArtifact } from "#test/fixtures/artifacts/TriggeredAppGateway.js"
import { triggerPlugArtifact } from "#test/fixtures/artifacts/TriggerPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { callOnGateway } from "#test/fixtures/worlds/gateway/callOnGateway.js"
import type { AppGateway } from "#test/fixtures/worlds/gateway/gatewayWorld.js"
import { type ActorsWorld, createActorsWorld, oneToken } from "#test/fixtures/worlds/messaging/actorsWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const hour = 3600

describe("the gateway's jobs", () => {
  let world: ActorsWorld
  let reminders: AppGateway
  let triggered: AppGateway
  let plug: Hex
  const errors: unknown[] = []

  before(async () => {
    world = await createActorsWorld({ executionRetries: { attempts: 2, delay: 10 } })
    world.devnet.onError((error) => errors.push(error))
    reminders = await world.open(reminderAppGatewayArtifact)
    triggered = await world.open(triggeredAppGatewayArtifact)
    const [request] = await world.completed(await triggered.call("deployContracts", [world.alpha.slug]))
    expect(request!.status).to.equal("COMPLETED")
    plug = (await triggered.read("getOnChainAddress", [await triggered.read("reporting"), world.alpha.slug])) as Hex
  })
  after(() => world.devnet.stop())

  const reminderCount = async () => (await reminders.read("reminders")) as bigint
  const { abi } = triggerPlugArtifact
  const report = async (amount: bigint, from: Hex = plug) => {
    const hash = await world.alpha.walletClient.writeContract({
      address: from,
      abi,
      functionName: "report",
      args: [amount],
    })
    await world.alpha.publicClient.waitForTransactionReceipt({ hash })
    return hash
  }
  const travel = async (seconds: number) => {
    const { testClient } = world.devnet.gateway.chain
    await testClient.increaseTime({ seconds })
    await testClient.mine({ blocks: 1 })
  }
  /** The API has it a moment after the chain. */
  const timeoutOf = async (txHash: Hex) => {
    await world.until(async () => (await world.client.getTimeouts({ txHash })).length > 0)
    return (await world.client.getTimeouts({ txHash }))[0]!
  }

  for (const [kind, functionName] of [
    ["a scheduled callback", "remind"],
    ["a timeout", "remindByTimeout"],
  ] as const) {
    it(`run ${kind} once, when the gateway chain's time has reached it`, async () => {
      const before = await reminderCount()
      const hash = await reminders.call(functionName, ["tea", BigInt(hour)])
      await travel(hour - 60)
      await world.devnet.relay.stop()
      expect(await reminderCount()).to.equal(before)
      world.devnet.relay.start()

      await travel(61)
      await world.until(async () => (await reminderCount()) > before)
      const { executeAt, executedAt, status } = await timeoutOf(hash)
      expect(status).to.equal("RESOLVED")
      expect(executedAt! - executeAt).to.be.within(0, 5)
      await travel(hour)
      expect(await reminderCount()).to.equal(before + 1n)
    })
  }

  it("attempt no timeout before its time, not even in a step", async () => {
    const before = await reminderCount()
    const hash = await reminders.call("remind", ["later", BigInt(hour)])
    await world.devnet.relay.step()
    expect(await timeoutOf(hash)).to.deep.include({ status: "ADDED_TO_QUEUE", simulationStatus: "NO" })
    world.devnet.relay.resume()
    await travel(hour)
    await world.until(async () => (await reminderCount()) > before)
  })

  it("run a timeout when the clock alone has reached its time", async () => {
    const before = await reminderCount()
    await reminders.call("remind", ["now", 1n])
    await world.until(async () => (await reminderCount()) > before)
  })

  it("run what was due while they were stopped, and show that it is late", async () => {
    const before = await reminderCount()
    const hash = await reminders.call("remind", ["late", 10n])
    await world.devnet.relay.stop()
    await travel(hour)
    expect(await reminderCount()).to.equal(before)
    expect(await timeoutOf(hash)).to.deep.include({ status: "ADDED_TO_QUEUE", executedAt: null })
    world.devnet.relay.start()
    await world.until(async () => (await reminderCount()) > before)
    const { executeAt, executedAt } = await timeoutOf(hash)
    expect(executedAt! - executeAt).to.be.at.least(hour - 10)
    expect(await reminderCount()).to.equal(before + 1n)
  })

  it("keep why a timeout reverts", async () => {
    const { chain } = world.devnet.gateway
    const account = chain.walletClient.account.address
    await world.deposit(account)
    await world.until(async () => (await world.credits(account)) > 0n)
    // Only the watcher contract may call it, on behalf of the app gateway that set the timeout.
    const { transactionHash: hash } = await callOnGateway(chain, {
      address: chain.contracts.watcher,
      abi: watcherArtifact.abi,
      functionName: "setTimeout",
      args: [reminders.address, "0xdeadbeef", 0n],
    })
    for (;;) {
      const { simulationStatus, status } = await timeoutOf(hash)
      expect(status).to.equal("ADDED_TO_QUEUE")
      if (simulationStatus === "SIMULATION_FAILED") break
      await new Promise((resolve) => setImmediate(resolve))
    }
  })

  it("bring a plug's call to its app gateway, once", async () => {
    await report(5n)
    await report(6n)
    await world.until(async () => (await triggered.read("totals", [world.alpha.slug])) === 11n)
  })

  it("bring calls that were made while they were stopped", async () => {
    await world.devnet.relay.stop()
    await report(7n)
    world.devnet.relay.start()
    await world.until(async () => (await triggered.read("totals", [world.alpha.slug])) === 18n)
  })

  it("keep why an app gateway refuses a trigger, and until when, without an error in the background", async () => {
    const [from] = world.alpha.accounts
    const stranger = await deploy(world.alpha, triggerPlugArtifact)
    const hash = await world.alpha.walletClient.writeContract({
      address: stranger,
      abi,
      functionName: "initSocket",
      args: [`0x${triggered.address.slice(2).padStart(64, "0")}`, world.alpha.contracts.gatewaySocket, from!],
    })
    await world.alpha.publicClient.waitForTransactionReceipt({ hash })
    const refused = await report(100n, stranger)
    const trigger = await eventually(async () => {
      const [found] = await world.client.getTriggers({ txHash: refused })
      return found?.isGivenUp === true ? found : undefined
    })
    expect(trigger).to.deep.include({ status: "Reverting", plug: stranger, onChainTxHash: refused })
    expect(revertOfTrigger(trigger, [triggeredAppGatewayArtifact.abi])!.reason).to.match(/^InvalidPlug/)

    const accepted = await report(1n)
    await world.until(async () => (await triggered.read("totals", [world.alpha.slug])) === 19n)
    const other = await eventually(async () => {
      const [found] = await world.client.getTriggers({ txHash: accepted })
      return found?.status === "Executed" ? found : undefined
    })
    expect(other.plug).to.equal(plug)
    expect(other.ExecutionDetails.appGatewayTxHash).to.match(/^0x[0-9a-f]{64}$/)
    expect(errors).to.deep.equal([])
  })

  it("credit a deposit once, also one that was made while they were stopped", async () => {
    await world.devnet.relay.stop()
    const before = await world.credits(reminders.address)
    await world.deposit(reminders.address)
    expect(await world.credits(reminders.address)).to.equal(before)
    world.devnet.relay.start()
    await world.until(async () => (await world.credits(reminders.address)) === before + oneToken)
    for (let kills = 0; kills < 5; kills += 1) {
      await world.devnet.relay.stop()
      world.devnet.relay.start()
    }
    await world.devnet.relay.step()
    world.devnet.relay.resume()
    expect(await world.credits(reminders.address)).to.equal(before + oneToken)
  })

  // The last one, because what burns goes on burning.
  deepIt("run an honest timeout before many that burn all gas were attempted", async () => {
    const burner = await world.open(reminderAppGatewayArtifact)
    const { chain } = world.devnet.gateway
    const before = await reminderCount()
    const hashes: Hex[] = []
    for (let index = 0; index < 6; index += 1) hashes.push(await burner.call("remindByTimeout", ["burn", BigInt(hour)]))
    await reminders.call("remindByTimeout", ["honest", BigInt(hour)])
    // Loops until it runs out of gas.
    await chain.testClient.setCode({ address: burner.address, bytecode: "0x5b5f56" })
    await travel(hour + 10)
    await world.until(async () => (await reminderCount()) > before)
    const timeouts = await Promise.all(hashes.map((txHash) => timeoutOf(txHash)))
    const attempted = timeouts.filter(({ simulationStatus }) => simulationStatus !== "NO")
    expect(attempted).to.have.length.below(3)
  })
})
