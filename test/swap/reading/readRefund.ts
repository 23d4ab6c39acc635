import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, createClient, custom, numberToHex } from "viem"

import { readRefund } from "../../../src/swap/reading/readRefund.js"
import { bytes32 } from "../../fixtures/wire/messages.js"
import { dai, router, user } from "../../fixtures/wire/swapRoutes.js"

const minedAt = 1_000

/** Reads the refund of 500 of a token that the origin has to pay, `age` seconds after it became due. */
async function readDue({ pool, age }: { pool: bigint | undefined; age: number }) {
  const answers: Readonly<Record<string, () => unknown>> = {
    eth_call() {
      if (pool === undefined) throw new Error("connection refused")
      return numberToHex(pool, { size: 32 })
    },
    eth_getBlockByNumber: () => ({ number: "0x28", timestamp: numberToHex(minedAt), transactions: [] }),
  }
  const request = ({ method }: { method: string }) => Promise.resolve().then(() => answers[method]!())
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
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
})
