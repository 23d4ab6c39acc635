import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, numberToHex } from "viem"

import { readPayment } from "#src/messaging/history/measureMessages.js"
import type { SentMessage } from "#src/messaging/history/readTraffic.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [user, plug, socket, router, vault] = [account("1"), account("2"), account("3"), account("4"), account("5")]
const tx: Hex = `0x${"ab".repeat(32)}`

type Frame = { type?: string; from: Address; to: Address; value?: bigint; error?: string; calls?: Frame[] }

function raw({ value = 0n, calls = [], ...frame }: Frame): object {
  return { type: "CALL", ...frame, value: numberToHex(value), calls: calls.map(raw) }
}

/** A node that has one transaction, and traces it if there is a trace. */
const node = (sent: { to: Address | null; value: bigint }, trace?: Frame) =>
  fakeNode({
    eth_getTransactionByHash: { hash: tx, from: user, to: sent.to, value: numberToHex(sent.value), type: "0x2" },
    debug_traceTransaction: () => trace && raw(trace),
  })

const message = (executionFee: bigint): SentMessage => {
  const fees = { executionFee, switchboardFees: 0n, transmissionFees: 0n }
  return { tx, srcPlug: plug, fees } as unknown as SentMessage
}

describe("readPayment", () => {
  it("needs no trace where no more was attached than the socket got", async () => {
    const { client, asked } = node({ to: plug, value: 12n })
    expect(await readPayment(client, socket, [message(5n), message(7n)])).to.deep.equal({ attached: 12n, refunded: 0n })
    expect(asked).to.deep.equal(["eth_getTransactionByHash"])
  })

  it("knows no payment of no message, and asks nobody", async () => {
    const { client, asked } = node({ to: plug, value: 12n })
    expect(await readPayment(client, socket, [])).to.deep.equal({ attached: null, refunded: null })
    expect(asked).to.deep.equal([])
  })

  it("reads a refund from the trace, and takes neither the fee nor what the plug spends elsewhere for one", async () => {
    const calls: Frame[] = [
      { from: plug, to: socket, value: 5n },
      { from: plug, to: vault, value: 2n },
      { from: plug, to: plug, value: 4n },
      { type: "DELEGATECALL", from: plug, to: vault, value: 100n, calls: [{ from: plug, to: user, value: 3n }] },
      // Passes nothing on, though it shows the value of the call that it is in.
      { type: "DELEGATECALL", from: plug, to: user, value: 10n },
      { from: plug, to: vault, error: "reverted", calls: [{ from: plug, to: user, value: 50n }] },
    ]
    const { client } = node({ to: plug, value: 10n }, { from: user, to: plug, value: 10n, calls })
    expect(await readPayment(client, socket, [message(5n)])).to.deep.equal({ attached: 10n, refunded: 3n })
  })

  it("reads what another contract attached, and what it got back, from the trace", async () => {
    const inner: Frame[] = [
      { from: plug, to: socket, value: 5n },
      { from: plug, to: router, value: 3n },
    ]
    const calls = [{ from: router, to: plug, value: 8n, calls: inner }]
    for (const value of [1_000n, 0n]) {
      const { client } = node({ to: router, value }, { from: user, to: router, value, calls })
      expect(await readPayment(client, socket, [message(5n)])).to.deep.equal({ attached: 8n, refunded: 3n })
    }
  })

  it("does not take a fee for a refund where the socket itself called the plug", async () => {
    const calls = [{ from: socket, to: plug, value: 5n, calls: [{ from: plug, to: socket, value: 5n }] }]
    const { client } = node({ to: socket, value: 5n }, { from: user, to: socket, value: 5n, calls })
    expect(await readPayment(client, socket, [message(5n)])).to.deep.equal({ attached: 5n, refunded: 0n })
  })

  it("does not know a refund, nor what another contract attached, where the node does not trace", async () => {
    const more = node({ to: plug, value: 10n })
    expect(await readPayment(more.client, socket, [message(5n)])).to.deep.equal({ attached: 10n, refunded: null })
    const routed = node({ to: router, value: 10n })
    expect(await readPayment(routed.client, socket, [message(5n)])).to.deep.equal({ attached: null, refunded: null })
    const created = node({ to: null, value: 10n }, { from: user, to: plug })
    expect(await readPayment(created.client, socket, [message(5n)])).to.deep.equal({ attached: null, refunded: null })
  })
})
