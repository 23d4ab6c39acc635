import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import {
  MessageFailedError,
  waitForMessage,
  waitForMessages,
  watchMessage,
  watchMessages,
} from "#src/messaging/index.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { createFrontDoor } from "#test/fixtures/servers/nodes/frontDoor.js"
import { createSteppedDevnet, type SteppedDevnet, stepThrough } from "#test/fixtures/worlds/messaging/steppedDevnet.js"
import { statesOf } from "#test/fixtures/worlds/messaging/watchMessaging.js"

const wholeWay = ["RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTING", "EXECUTION_SUCCESS"]
const timing = { minInterval: 2, maxInterval: 2, timeout: 10_000 }

describe("watching messages of a devnet", () => {
  let world: SteppedDevnet
  before(async () => {
    world = await createSteppedDevnet()
  })
  after(() => world[Symbol.asyncDispose]())

  const step = () => world.devnet.relay.step()
  const watched = (srcTxHash: `0x${string}`) => ({ srcChainSlug: world.alpha.slug, srcTxHash, ...timing })

  // A message that a test left unfinished must not be moved by the next test.
  afterEach(async () => {
    for (let steps = 0; steps < wholeWay.length; steps += 1) await step()
  })

  it("yields every state once, with the transactions as they appear", async () => {
    const srcTxHash = await world.add(7n)
    const { steps, error } = await stepThrough(watchMessage(world.client(), watched(srcTxHash)), step)
    expect(error).to.equal(undefined)
    expect(statesOf(steps)).to.deep.equal(wholeWay)
    expect(steps.map(({ previousState }) => previousState)).to.deep.equal([undefined, ...wholeWay.slice(0, -1)])

    const [first, last] = [steps[0]!.message, steps.at(-1)!.message]
    expect(first.outboundTx).to.equal(srcTxHash)
    expect(first).to.include({ inboundTx: null })
    expect(first.executionDetails).to.include({ inboundStatus: "NOT_TRIED", isExecuted: false, executionTxHash: null })
    expect(last.executionDetails).to.include({ inboundStatus: "SUCCESS", isExecuted: true })
    expect(last.inboundTx).to.equal(last.executionDetails.executionTxHash)
    const receipt = await world.beta.publicClient.getTransactionReceipt({ hash: last.inboundTx as Hex })
    expect(receipt.status).to.equal("success")
  })

  it("reports that inbound reverts and that it recovered", async () => {
    await world.setMood("0xaa", true)
    const srcTxHash = await world.sendMoody("0xaa")
    const { steps, error } = await stepThrough(watchMessage(world.client(), watched(srcTxHash)), async ({ state }) => {
      if (state === "INBOUND_REVERTING") await world.setMood("0xaa", false)
      await step()
    })
    expect(error).to.equal(undefined)
    expect(statesOf(steps).slice(4)).to.deep.equal(["VERIFIED", "INBOUND_REVERTING", "EXECUTING", "EXECUTION_SUCCESS"])
    expect(steps.slice(4).map(({ inboundStatus }) => inboundStatus)).to.deep.equal([
      "NOT_TRIED",
      "REVERTING",
      "EXECUTING",
      "SUCCESS",
    ])
  })

  it("ends with the history if inbound never recovers", async () => {
    await world.setMood("0xbb", true)
    const srcTxHash = await world.sendMoody("0xbb")
    const { steps, error } = await stepThrough(watchMessage(world.client(), watched(srcTxHash)), step)
    expect(error).to.be.instanceOf(MessageFailedError)
    const { history, failed, lastState } = error as MessageFailedError
    expect(history).to.deep.equal(steps)
    expect(statesOf(steps).slice(4)).to.deep.equal(["VERIFIED", "INBOUND_REVERTING", "EXECUTION_FAILURE"])
    expect(failed.map(({ outboundTx }) => outboundTx)).to.deep.equal([srcTxHash])
    expect(lastState).to.equal("EXECUTION_FAILURE")
  })

  it("follows several messages of one transaction, each alone and all together", async () => {
    const client = world.client()
    const srcTxHash = await world.add(1n, 2n, 3n)
    const sent = await waitForMessages(client, { ...watched(srcTxHash), until: "RECEIVED" })
    const ids = sent.map(({ messageId }) => messageId)
    expect(new Set(ids).size).to.equal(3)

    expect(await failure(waitForMessage(client, watched(srcTxHash)))).to.deep.include({
      code: "SEVERAL_MESSAGES",
      messageIds: ids,
    })

    const [, messageId] = ids
    const alone = stepThrough(watchMessage(client, { ...watched(srcTxHash), messageId }), () => Promise.resolve())
    const all = waitForMessages(client, watched(srcTxHash))
    const together = await stepThrough(watchMessages(client, watched(srcTxHash)), async ({ messageId: id }) => {
      if (id === ids.at(-1)) await step()
    })
    for (const id of ids) {
      expect(statesOf(together.steps.filter((one) => one.messageId === id))).to.deep.equal(wholeWay)
    }
    expect((await all).map((message) => message.messageId)).to.deep.equal(ids)
    const { steps } = await alone
    expect(new Set(steps.map((one) => one.messageId))).to.deep.equal(new Set([messageId]))
    expect(steps.at(-1)!.state).to.equal("EXECUTION_SUCCESS")
  })

  it("sends one request an interval for a hundred watchers", async () => {
    let requests = 0
    const counting: typeof fetch = (...request) => {
      requests += 1
      return fetch(...request)
    }
    const clock = createManualClock()
    const client = world.client({ fetch: counting, clock, random: () => 0 })
    const srcTxHash = await world.add(1n)
    // The API learns of a mined message a moment later; nobody moves the clock of whoever asks too early.
    await waitForMessages(world.client(), { ...watched(srcTxHash), until: "RECEIVED" })
    const minute = { minInterval: 60_000, maxInterval: 60_000, timeout: 3_600_000 }
    const watches = Array.from({ length: 100 }, () => watchMessage(client, { ...watched(srcTxHash), ...minute }))
    for (const [interval, state] of wholeWay.entries()) {
      const results = watches.map((watch) => watch.next())
      if (interval > 0) await clock.advance(60_000)
      for (const result of await Promise.all(results)) expect(result.value?.state).to.equal(state)
      expect(requests).to.equal(interval + 1)
      await step()
    }
    for (const watch of watches) expect((await watch.next()).done).to.equal(true)
    expect(requests).to.equal(wholeWay.length)
  })

  it("continues after the server was away", async () => {
    await using door = await createFrontDoor(world.devnet.url)
    let sawNobody: (() => void) | undefined
    const watching: typeof fetch = async (...request) => {
      try {
        return await fetch(...request)
      } catch (error) {
        sawNobody?.()
        throw error
      }
    }
    const client = world.client({ fetch: watching, baseUrl: `${door.url}/messaging` })
    const { steps, error } = await stepThrough(
      watchMessage(client, watched(await world.add(1n))),
      async ({ state }) => {
        await step()
        if (state !== "SEALED") return
        await door.shut()
        void new Promise<void>((resolve) => (sawNobody = resolve)).then(() => door.open())
      },
    )
    expect(error).to.equal(undefined)
    expect(statesOf(steps)).to.deep.equal(wholeWay)
  })

  it("reports a reorg of the source chain that drops the transaction, and the message when it is sent again", async () => {
    const { testClient, walletClient, publicClient, accounts } = world.alpha
    // With nothing left to the node, the same call from the same nonce is the same transaction.
    const addAlike = async () => {
      const hash = await walletClient.writeContract({
        address: world.counters["alpha"]!,
        abi: counterArtifact.abi,
        functionName: "add",
        args: [world.beta.slug, 5n],
        value: 10n ** 17n,
        gas: 500_000n,
        maxFeePerGas: 10n ** 10n,
        maxPriorityFeePerGas: 10n ** 9n,
      })
      await publicClient.waitForTransactionReceipt({ hash })
      return hash
    }
    const id = await testClient.snapshot()
    const srcTxHash = await addAlike()
    const watch = watchMessage(world.client(), watched(srcTxHash))
    expect((await watch.next()).value?.state).to.equal("RECEIVED")
    await testClient.revert({ id })
    // The new history is one block of something else, then the same transaction.
    await walletClient.sendTransaction({ to: accounts[1]!, value: 1n, account: accounts[2]! })
    const gone = (await watch.next()).value!
    expect(gone).to.include({ kind: "reorg", state: "VANISHED", previousState: "RECEIVED" })

    expect(await addAlike()).to.equal(srcTxHash)
    const { steps, error } = await stepThrough(watch, step)
    expect(error).to.equal(undefined)
    expect(statesOf(steps)).to.deep.equal(wholeWay)
  })

  it("reports a reorg of the source chain that drops the seal", async () => {
    const { testClient, walletClient, accounts } = world.alpha
    const srcTxHash = await world.add(5n)
    const id = await testClient.snapshot()
    const watch = watchMessage(world.client(), watched(srcTxHash))
    expect((await watch.next()).value?.state).to.equal("RECEIVED")
    await step()
    expect((await watch.next()).value?.state).to.equal("SEALED")
    await testClient.revert({ id })
    await walletClient.sendTransaction({ to: accounts[1]!, value: 1n, account: accounts[2]! })
    const back = (await watch.next()).value!
    expect(back).to.include({ kind: "reorg", state: "RECEIVED", previousState: "SEALED" })
    await step()
    const { steps, error } = await stepThrough(watch, step)
    expect(error).to.equal(undefined)
    expect(statesOf(steps)).to.deep.equal(wholeWay.slice(1))
  })
})
