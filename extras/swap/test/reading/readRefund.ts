import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, numberToHex } from "viem"

import { readRefund } from "#extras/swap/src/reading/readRefund.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, router, user } from "#test/fixtures/wire/swapRoutes.js"

const minedAt = 1_000

/** Reads the refund of 500 of a token that the origin has to pay, `age` seconds after it became due. */
async function readDue({ pool, age }: { pool: bigint | undefined; age: number }) {
  const { client } = fakeNode({
    eth_call: pool === undefined ? new Error("connection refused") : numberToHex(pool, { size: 32 }),
    eth_getBlockByNumber: { number: "0x28", timestamp: numberToHex(minedAt), transactions: [] },
  })
  const due = {
    ...{ eventName: "RouteRefundDue", address: router as Address, blockNumber: 40n, transactionHash: bytes32(40) },
    args: { to: user, token: dai, amount: 500n },
  }
  const swap = { origin: { client, chainId: 41_001, name: "alpha" }, destination: undefined, now: minedAt + age }
  return await readRefund(swap as never, { origin: [due], destination: [] } as never)
}

describe("readRefund", () => {
  it("calls a refund that the origin owes stuck where the pool lacks a unit of it, or after a minute", async () => {
    const cases = [
      [500n, 60, "under way"],
      [499n, 60, "due"],
      [0n, 0, "due"],
      [500n, 61, "due"],
      [10_000n, 3_600, "due"],
      [undefined, 60, "under way"],
      [undefined, 61, "due"],
    ] as const
    for (const [pool, age, kind] of cases) {
      const found = await readDue({ pool, age })
      expect(found.kind, `${String(pool)} after ${age} s`).to.equal(kind)
      if (found.kind === "due") expect(found.pool).to.equal(pool)
    }
  })

  const [alpha, beta] = ["alpha", "beta"].map((name) => ({ name, chainId: name === "alpha" ? 41_001 : 41_002 }))
  const event = (eventName: string, at: number, args: object) => ({
    ...{ eventName, address: router, blockNumber: BigInt(at), transactionHash: bytes32(at) },
    args: { quoteId: bytes32(9), ...args },
  })
  const refunding = (at: number) => event("RouteRefunding", at, { srcChainSlug: 41_001, reason: `0x0${at}` })
  const waiting = (at: number) => event("RouteRefundWaiting", at, { srcChainSlug: 41_001, reason: `0x0${at}` })

  it("reads the messages of the latest transaction that sends it back, and why it could not be delivered", async () => {
    const asked: unknown[] = []
    const explanation = { verdict: "stuck" }
    const swap = {
      ...{ origin: { ...alpha, client: {} }, destination: { ...beta, client: {} }, now: 0, signal: undefined },
      explainMessages: (sent: object) => Promise.resolve((asked.push(sent), explanation)),
    }
    const read = async (...destination: object[]) =>
      await readRefund(swap as never, { origin: [], destination } as never)
    const found = await read(refunding(3), waiting(5), refunding(4))
    const messages = { chain: swap.destination, txHash: bytes32(4), explanation }
    expect(found).to.deep.equal({ kind: "sent", reason: "0x04", messages })
    expect(asked).to.deep.equal([{ chain: swap.destination, txHash: bytes32(4), signal: undefined }])
    expect(await read()).to.deep.equal({ kind: "under way", reason: undefined })
    const unread = { ...swap, destination: { ...beta, problem: "down" }, origin: { ...alpha, problem: "down" } }
    const due = event("RouteRefundDue", 6, { to: user, token: dai, amount: 1n })
    for (const reading of [
      { origin: [], destination: [refunding(4)] },
      { origin: [due], destination: [refunding(4)] },
    ]) {
      expect(await readRefund(unread as never, reading as never)).to.deep.equal({ kind: "under way", reason: "0x04" })
    }
  })

  it("calls a refund that waits for its message stuck after a minute there, or where no message can be sent", async () => {
    const client = (fee: bigint | undefined) =>
      fakeNode({
        eth_call: fee === undefined ? new Error("reverted") : numberToHex(fee, { size: 32 }),
        eth_getBlockByNumber: { number: "0x28", timestamp: numberToHex(minedAt), transactions: [] },
      }).client
    const read = async (
      fee: bigint | undefined,
      { now = minedAt, destinationNow }: Record<string, number | undefined>,
    ) => {
      const destination = { ...beta, client: client(fee) }
      const swap = { origin: { ...alpha, client: {} }, destination, now }
      const reading = { origin: [], destination: [waiting(1), waiting(5)], destinationNow }
      const found = await readRefund(swap as never, reading as never)
      if (found.kind !== "waiting") return found
      expect(found.destination).to.equal(destination)
      return [found.kind, found.reason, found.event.blockNumber, found.fee]
    }
    const underWay = { kind: "under way", reason: "0x05" }
    expect(await read(7n, { destinationNow: minedAt + 60 })).to.deep.equal(underWay)
    expect(await read(7n, { destinationNow: minedAt + 61 })).to.deep.equal(["waiting", "0x05", 5n, 7n])
    expect(await read(7n, { now: minedAt + 61 })).to.deep.equal(["waiting", "0x05", 5n, 7n])
    expect(await read(7n, { now: minedAt + 61, destinationNow: minedAt })).to.deep.equal(underWay)
    expect(await read(undefined, { destinationNow: minedAt })).to.deep.equal(["waiting", "0x05", 5n, undefined])
  })
})
