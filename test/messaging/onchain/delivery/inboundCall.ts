import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex, pad } from "viem"

import { inboundCall, tryInbound, valueIn } from "../../../../src/messaging/onchain/delivery/inboundCall.js"
import { another, inbound } from "../../../fixtures/wire/messageFacts.js"

/** Execution parameters of a type, with a value. */
const params = (type: bigint, value: bigint) => pad(numberToHex((type << 248n) | value), { size: 32 })

describe("the call that delivers a message", () => {
  it("carries the value that its parameters promise, of any type but none", () => {
    const most = 2n ** 248n - 1n
    expect([params(0n, most), params(1n, 7n), params(255n, most), params(2n, 0n)].map(valueIn)).to.deep.equal([
      ...[0n, 7n, most, 0n],
    ])
    expect(["0x", "0x01", `${params(1n, 7n)}00`].map((text) => valueIn(text as never))).to.deep.equal([0n, 0n, 0n])
  })

  it("is tried with the value and the price of its gas in the balance of the socket, and an ether more", async () => {
    const asked: unknown[][] = []
    const client = { request: ({ params: given }: { params: unknown[] }) => Promise.resolve((asked.push(given), "0x")) }
    const parts = { srcChainSlug: 1, dstPlug: another, payload: "0x12" } as const
    const attempt = async (value: bigint, options: object) => {
      const call = inboundCall(inbound, { ...parts, executionParams: params(1n, value) })
      await tryInbound(client as never, call, { inboundGas: 1_000n, ...options })
      const [sent, block, overrides] = asked.at(-1) as [
        Record<string, string>,
        string,
        Record<string, { balance: string }>?,
      ]
      return { ...sent, block, balance: overrides && BigInt(overrides[inbound]!.balance) - 10n ** 18n }
    }
    const plain = await attempt(0n, {})
    expect([plain.balance, plain.block, "value" in plain, "gasPrice" in plain]).to.deep.equal([
      ...[undefined, "latest", false, false],
    ])
    const one = await attempt(1n, { block: 7n })
    expect([one.balance, one.block, (one as never)["value"]]).to.deep.equal([1n, "0x7", "0x1"])
    const priced = await attempt(5n, { gasPrice: 2n, block: "pending" })
    expect(priced.balance).to.equal(5n + BigInt((priced as never)["gas"]) * 2n)
    expect((priced as never)["gasPrice"]).to.equal("0x2")
  })
})
