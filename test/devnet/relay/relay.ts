import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { type Address, decodeErrorResult, type Hex, toHex, zeroHash } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { messageStates } from "#src/messaging/index.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { deepIt } from "#test/fixtures/depth.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

/** Every state of a message that nothing goes wrong with, in order. */
const wholeWay = ["RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTING", "EXECUTION_SUCCESS"] as const

describe("the relay", () => {
  let devnet: Devnet<string, false, false>
  let alpha: DevnetChain<false>
  let beta: DevnetChain<false>
  let counters: Record<string, Address>
  let moody: Record<string, Address>
  let watch: ReturnType<typeof watchDevnet>
  const errors: unknown[] = []

  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false, executionRetries: { attempts: 3, delay: 10 } })
    devnet.onError((error) => errors.push(error))
    alpha = devnet.chains["alpha"]!
    beta = devnet.chains["beta"]!
    counters = await deployConnected(devnet, counterArtifact)
    moody = await deployConnected(devnet, moodyPlugArtifact)
  })
  after(() => devnet.stop())
  beforeEach(() => {
    watch = watchDevnet(devnet)
  })
  afterEach(() => {
    watch.stop()
    devnet.relay.start()
    devnet.relay.resume()
    expect(errors.splice(0), "nothing went wrong in the background").to.deep.equal([])
  })

  const add = (...amounts: bigint[]): Promise<Hex> =>
    send(alpha, {
      address: counters["alpha"]!,
      abi: counterArtifact.abi,
      functionName: "addMany",
      args: [beta.slug, amounts],
    })
  const counter = () =>
    beta.publicClient.readContract({ address: counters["beta"]!, abi: counterArtifact.abi, functionName: "counter" })
  const sendMoody = (payload: Hex) =>
    send(alpha, {
      address: moody["alpha"]!,
      abi: moodyPlugArtifact.abi,
      functionName: "send",
      args: [beta.slug, payload],
    })
  const setMood = async (payload: Hex, refuses: boolean) => {
    const hash = await beta.walletClient.writeContract({
      address: moody["beta"]!,
      abi: moodyPlugArtifact.abi,
      functionName: "refuse",
      args: [payload, refuses],
    })
    await beta.publicClient.waitForTransactionReceipt({ hash })
  }

  it("carries a message through every state, in order, to the plug", async () => {
    const before = await counter()
    await add(7n)
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    expect(watch.statusesOf(delivered!.outbound.messageId)).to.deep.equal(wholeWay)
    expect(await counter()).to.equal(before + 7n)
  })

  it("carries messages both ways at once", async () => {
    await Promise.all([
      add(1n, 2n, 3n),
      send(beta, {
        address: counters["beta"]!,
        abi: counterArtifact.abi,
        functionName: "addMany",
        args: [alpha.slug, [4n, 5n]],
      }),
    ])
    const delivered = await watch.reached("EXECUTION_SUCCESS", 5)
    expect(new Set(delivered.map(({ outbound }) => outbound.srcChainSlug))).to.deep.equal(
      new Set([alpha.slug, beta.slug]),
    )
  })

  for (const [steps, state] of wholeWay.slice(0, -1).entries()) {
    const test = state === "SEALED" || state === "EXECUTING" ? it : deepIt
    test(`delivers once what it left at ${state} when it was stopped`, async () => {
      const before = await counter()
      devnet.relay.pause()
      await add(10n, 20n)
      await watch.reached("RECEIVED", 2)
      for (let step = 0; step < steps; step += 1) await devnet.relay.step()
      await devnet.relay.stop()
      await watch.reached(state, 2)

      devnet.relay.resume()
      devnet.relay.start()
      const delivered = await watch.reached("EXECUTION_SUCCESS", 2)
      expect(await counter()).to.equal(before + 30n)
      for (const { outbound } of delivered) expect(watch.statusesOf(outbound.messageId)).to.deep.equal(wholeWay)
    })
  }

  it("does nothing while it is stopped", async () => {
    await devnet.relay.stop()
    expect(devnet.relay.running).to.equal(false)
    const hash = await add(1n)
    await watch.reached("RECEIVED")
    const [message] = devnet.messagesFromTx(alpha.slug, hash)
    expect(message!.status).to.equal("RECEIVED")
    devnet.relay.start()
    await watch.reached("EXECUTION_SUCCESS")
  })

  it("delivers once, however hastily it is stopped and started", async () => {
    const before = await counter()
    await add(1n, 1n, 1n)
    for (let kills = 0; kills < 20; kills += 1) {
      const stopped = devnet.relay.stop()
      devnet.relay.start()
      await new Promise((resolve) => setImmediate(resolve))
      if (kills % 2 === 0) await stopped
    }
    await watch.reached("EXECUTION_SUCCESS", 3)
    expect(await counter()).to.equal(before + 3n)
  })

  it("has stopped when any call of stop resolves, not only the first", async () => {
    devnet.relay.pause()
    await add(1n)
    await watch.reached("RECEIVED")
    const ends: string[] = []
    const first = devnet.relay.stop().then(() => ends.push("first"))
    const second = devnet.relay.stop().then(() => ends.push("second"))
    await Promise.all([first, second])
    expect(ends).to.deep.equal(["first", "second"])
    devnet.relay.start()
    devnet.relay.resume()
    await watch.reached("EXECUTION_SUCCESS")
  })

  it("queues messages before a paused stage, and lets them go together", async () => {
    devnet.relay.pause("propose")
    await add(1n, 1n, 1n)
    await watch.reached("SEALED", 3)
    expect(watch.seen.some(({ status }) => messageStates[status].step > messageStates.SEALED.step)).to.equal(false)
    devnet.relay.resume("propose")
    await watch.reached("EXECUTION_SUCCESS", 3)
  })

  it("attempts a reverting inbound again until it works", async () => {
    await setMood("0xaa", true)
    devnet.relay.pause("execute")
    const hash = await sendMoody("0xaa")
    const [reverting] = await watch.reached("INBOUND_REVERTING")
    const { note } = reverting!
    expect(
      note?.stage === "reverting" && decodeErrorResult({ abi: moodyPlugArtifact.abi, data: note.revertData }),
    ).to.deep.include({
      errorName: "InABadMood",
      args: ["0xaa"],
    })

    await setMood("0xaa", false)
    devnet.relay.resume()
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    expect(delivered!.outbound.transactionHash).to.equal(hash)
    expect(watch.statusesOf(delivered!.outbound.messageId).slice(-3)).to.deep.equal([
      "INBOUND_REVERTING",
      "EXECUTING",
      "EXECUTION_SUCCESS",
    ])
  })

  deepIt("delivers more messages at once than one transaction can pay for", async () => {
    const before = await counter()
    devnet.relay.pause("execute")
    const amounts = Array<bigint>(30).fill(1n)
    await add(...amounts)
    await add(...amounts)
    await watch.reached("EXECUTING", 60)
    devnet.relay.resume()
    await watch.reached("EXECUTION_SUCCESS", 60)
    expect(await counter()).to.equal(before + 60n)
  })

  it("delivers the native value that a message carries", async () => {
    const value = 10n ** 15n
    const hash = await alpha.walletClient.writeContract({
      address: moody["alpha"]!,
      abi: moodyPlugArtifact.abi,
      functionName: "sendRaw",
      // The first byte says that the rest is a value.
      args: [beta.slug, 100_000n, toHex((1n << 248n) | value, { size: 32 }), zeroHash, "0x"],
      value: 10n ** 17n,
    })
    await alpha.publicClient.waitForTransactionReceipt({ hash })
    await watch.reached("EXECUTION_SUCCESS")
    expect(await beta.publicClient.getBalance({ address: moody["beta"]! })).to.equal(value)
  })

  it("says once that an actor has no balance, and delivers once it has", async () => {
    const { transmitter } = createAccounts()
    const balance = await beta.publicClient.getBalance({ address: transmitter.address })
    const reported = new Promise<unknown>((resolve) => {
      const stop = devnet.onError((error) => {
        stop()
        resolve(error)
      })
    })
    await beta.testClient.setBalance({ address: transmitter.address, value: 0n })
    try {
      await add(1n)
      const error = await reported
      expect(isPlugsError(error) && error.toJSON()).to.deep.include({
        code: "ACTOR_FAILED",
        message: `The devnet's actor for "propose" on ${beta.slug} failed: the account ${transmitter.address} has too little native currency on beta.`,
      })
      expect(errors.splice(0)).to.deep.equal([error])
    } finally {
      await beta.testClient.setBalance({ address: transmitter.address, value: balance })
    }
    await watch.reached("EXECUTION_SUCCESS")
  })

  it("gives a message up when no attempt is left, and keeps why", async () => {
    await setMood("0xbb", true)
    await sendMoody("0xbb")
    const [failed] = await watch.reached("EXECUTION_FAILURE")
    expect(failed!.note?.attempts).to.equal(3)
    expect(failed!.note?.stage === "failed" && failed!.note.revertData).to.match(/^0x[0-9a-f]{8}/)
    await setMood("0xbb", false)
  })

  it("delivers the others when one message of many reverts", async () => {
    await setMood("0xcc", true)
    devnet.relay.pause()
    for (const payload of ["0x01", "0xcc", "0x02"] as const) await sendMoody(payload)
    await watch.reached("RECEIVED", 3)
    devnet.relay.resume()
    const delivered = await watch.reached("EXECUTION_SUCCESS", 2)
    expect(delivered.map(({ outbound }) => outbound.payload)).to.have.members(["0x01", "0x02"])
    await watch.reached("EXECUTION_FAILURE")
    await setMood("0xcc", false)
  })
})
