import { expect } from "chai"
import { describe, it } from "mocha"
import { type Client, createClient, custom } from "viem"

import { NotMinedError } from "../../src/onchain/transactionErrors.js"
import { waitForReceipt } from "../../src/onchain/waitForReceipt.js"
import { createManualClock } from "../fixtures/clocks/manualClock.js"
import { rejection } from "../fixtures/servers/messagingApi.js"
import { bytes32 } from "../fixtures/wire/messages.js"

const hash = bytes32(0x5e47)
const mined = { transactionHash: hash, status: "0x1", blockNumber: "0x2", blockHash: bytes32(2), logs: [] }
const away = Object.assign(new Error("connection refused"), { code: -32_000 })

/** Creates a client of a node that gives these answers in turn, and then the last one repeatedly. */
function clientOf(...answers: (object | null | Promise<never>)[]): { client: Client; methods: readonly string[] } {
  const methods: string[] = []
  const request = async ({ method }: { method: string }): Promise<unknown> => {
    const answer = answers[Math.min(methods.length, answers.length - 1)]
    methods.push(method)
    if (answer instanceof Error) throw answer
    return answer
  }
  const transport = custom({ request }, { retryCount: 0 })
  return { client: createClient({ transport, pollingInterval: 1_000 }), methods }
}

describe("waitForReceipt", () => {
  it("polls at the client's own interval until the transaction is mined", async () => {
    const clock = createManualClock()
    const started = clock.now()
    const { client, methods } = clientOf(null, null, mined)
    const receipt = await clock.run(waitForReceipt(client, { hash, timeout: 60_000, clock }))
    expect(receipt).to.include({ status: "success", transactionHash: hash, blockNumber: 2n })
    expect(clock.now() - started).to.equal(2_000)
    expect(methods).to.deep.equal(Array(3).fill("eth_getTransactionReceipt"))
  })

  it("leaves a pause even if the client's interval is zero", async () => {
    const clock = createManualClock()
    const { client, methods } = clientOf(null)
    const hasty = { ...client, pollingInterval: 0 }
    expect(await clock.run(rejection(waitForReceipt(hasty, { hash, timeout: 5, clock })))).to.be.instanceOf(
      NotMinedError,
    )
    expect(methods).to.have.length(5)
  })

  it("retries while the node is unreachable, because the transaction is already submitted", async () => {
    const clock = createManualClock()
    const { client } = clientOf(away, away, mined)
    const receipt = await clock.run(waitForReceipt(client, { hash, timeout: 60_000, clock }))
    expect(receipt.status).to.equal("success")
  })

  it("ends at its deadline with the hash and the node's last answer, and sends nothing afterwards", async () => {
    for (const [answer, reason] of [
      [null, /could not be found/],
      [away, /connection refused/],
      [new Promise<never>(() => undefined), /did not answer/],
    ] as const) {
      const clock = createManualClock()
      const started = clock.now()
      const { client, methods } = clientOf(answer)
      const error = await clock.run(rejection(waitForReceipt(client, { hash, timeout: 5_500, clock })))
      expect(error).to.be.instanceOf(NotMinedError)
      expect((error as NotMinedError).hash).to.equal(hash)
      expect((error as NotMinedError).facts["reason"]).to.match(reason)
      expect(clock.now() - started).to.equal(5_500)
      const before = methods.length
      await clock.advance(60_000)
      expect(methods).to.have.length(before)
      expect(clock.sleepers, "nothing keeps a script alive").to.equal(0)
    }
  })

  it("ends at once on its signal", async () => {
    const clock = createManualClock()
    const stop = new AbortController()
    const { client } = clientOf(null)
    const wait = rejection(waitForReceipt(client, { hash, timeout: 60_000, clock, signal: stop.signal }))
    await clock.advance(1_500)
    stop.abort()
    expect(await wait).to.include({ code: "ABORTED" })
    expect(clock.sleepers).to.equal(0)
  })
})
