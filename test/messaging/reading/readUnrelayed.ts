import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, encodeEventTopics, type Hex, numberToHex, type TransactionReceipt } from "viem"

import { gatewayAbi } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { encodeInteroperableAddress } from "#src/messaging/onchain/standard/interoperableAddress.js"
import { readUnrelayed } from "#src/messaging/reading/readUnrelayed.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [gateway, stranger, sender] = [at(0x11), at(0x12), at(0x13)]
const yes = numberToHex(1, { size: 32 })

/** A log `MessageSent`, as any contract can write one. */
function sentLog(address: Hex, id: number, from: Hex): TransactionReceipt["logs"][number] {
  const event = { abi: gatewayAbi, eventName: "MessageSent" } as const
  const topics = encodeEventTopics({ ...event, args: { sendId: bytes32(id) } })
  const types = ["bytes", "bytes", "bytes", "uint256", "bytes[]"].map((type) => ({ type }))
  const data = encodeAbiParameters(types, [from, "0x99", "0x1234", 0n, []])
  return { address, topics, data, blockNumber: 5n, transactionHash: bytes32(1), logIndex: id } as never
}

/** The unrelayed messages of a transaction in block 5 of 9, as a node tells them on which only `gateway` has a relay. */
async function read(logs: TransactionReceipt["logs"], relays: () => unknown = () => []) {
  const { client, asked } = fakeNode({
    eth_blockNumber: "0x9",
    eth_getLogs: relays,
    eth_call: ([{ to }]: [{ to: string }]) => (to === gateway ? yes : new Error("execution reverted")),
  })
  return { asked, messages: await readUnrelayed({ client }, { logs, blockNumber: 5n }) }
}

const encoded = encodeInteroperableAddress({ chainId: 7n, address: sender })

describe("readUnrelayed", () => {
  it("finds those of gateways that have a relay, and none where a contract only logs what a gateway does", async () => {
    const { messages } = await read([sentLog(stranger, 1, encoded), sentLog(gateway, 2, encoded)])
    expect(messages).to.deep.equal([
      { gateway, sendId: bytes32(2), sender, recipient: "0x99", payload: "0x1234", relayedIn: null },
    ])
  })

  it("leaves out what names no account as its sender", async () => {
    for (const from of ["0x", "0x00", "0x0001000001071401", bytes32(1)] as const) {
      const { messages } = await read([sentLog(gateway, 1, from), sentLog(gateway, 2, encoded)])
      expect(
        messages.map(({ sendId }) => sendId),
        from,
      ).to.deep.equal([bytes32(2)])
    }
  })

  it("does not know whether somebody has paid since where the node gives no logs", async () => {
    const refuse = () => {
      throw new Error("too many blocks")
    }
    const { messages } = await read([sentLog(gateway, 2, encoded)], () => Promise.resolve().then(refuse))
    expect(messages[0]).to.have.property("relayedIn", undefined)
  })
})
