import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, numberToHex, pad, toEventSelector } from "viem"

import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { readDeposit } from "#extras/swap/src/reading/readDeposit.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [token, address, payer, user, refund] = [at(0x11), at(0x12), at(0x13), at(0x14), at(0x15)]
const transfer = toEventSelector("Transfer(address,address,uint256)")

type Sent = { readonly from: Address; readonly to: Address; readonly value: bigint; readonly tx: number }

/** What is read of a deposit, at a node with these transfers of its token, where its address owns this much. */
async function read(sent: readonly Sent[], { of = token, owned = 0n }: { of?: Address; owned?: bigint } = {}) {
  const matches = (asked: string | readonly string[] | null | undefined, topic: Hex) =>
    asked === null || asked === undefined || [asked].flat().some((one) => one.toLowerCase() === topic)
  const logs = sent.map(({ from, to, value, tx }, index) => ({
    ...{ address: of, topics: [transfer, pad(from).toLowerCase(), pad(to).toLowerCase()] as Hex[] },
    ...{ data: pad(numberToHex(value)), blockNumber: "0xd", blockHash: bytes32(13), transactionHash: bytes32(tx) },
    ...{ transactionIndex: "0x0", logIndex: numberToHex(index), removed: false },
  }))
  const { client } = fakeNode({
    eth_getBalance: () => numberToHex(owned),
    eth_call: () => pad(numberToHex(owned)),
    eth_getLogs: ([{ topics, fromBlock }]: [{ topics: readonly (string | null)[]; fromBlock: string }]) => {
      expect(fromBlock).to.equal("0xc")
      return logs.filter((log) => log.topics.every((topic, place) => matches(topics[place], topic)))
    },
  })
  const deposit = { chainId: 1, token: of, amount: 7n, depositAddress: address }
  const request = { refundAddress: refund, userAddress: user }
  return await readDeposit(client, { route: { deposit }, request, fromBlock: 12n } as unknown as DepositRecord)
}

describe("readDeposit", () => {
  it("reads what has arrived and by which transactions, and what went back to who asked for the swap", async () => {
    const paid = [
      { from: payer, to: address, value: 3n, tx: 1 },
      { from: payer, to: address, value: 4n, tx: 2 },
      { from: payer, to: address, value: 1n, tx: 2 },
    ]
    const arrived = { amount: 8n, payments: [bytes32(1), bytes32(2)] }
    // What a provider moves on is not paid back.
    const onwards = { from: address, to: payer, value: 8n, tx: 3 }
    expect(await read([...paid, onwards])).to.deep.equal({ arrived, returned: undefined })
    const back = [
      { from: address, to: user, value: 2n, tx: 4 },
      { from: address, to: refund, value: 5n, tx: 5 },
    ]
    const returned = { amount: 7n, to: refund, txHash: bytes32(5) }
    expect(await read([...paid, ...back])).to.deep.equal({ arrived, returned })
    expect((await read(paid, { owned: 9n }))?.arrived.amount).to.equal(9n)
  })

  it("does not take a chain that does not answer for one without payments", async () => {
    const { client } = fakeNode({ eth_call: () => pad("0x7") })
    const record = { route: { deposit: { chainId: 1, token, amount: 7n, depositAddress: address } }, request: {} }
    const reading = readDeposit(client, { ...record, fromBlock: 12n } as unknown as DepositRecord)
    expect((await failure(reading)).code).to.equal("NODE_FAILED")
  })

  it("reads nothing of a deposit on a chain that is not EVM", async () => {
    const { client } = fakeNode({})
    for (const deposit of [null, { chainId: 1, token: "So1", amount: 7n, depositAddress: "So2" }]) {
      const record = { route: { deposit }, request: {}, fromBlock: 1n } as unknown as DepositRecord
      expect(await readDeposit(client, record)).to.equal(undefined)
    }
  })
})
