import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeEventTopics, type Hex, parseAbi, toEventSelector } from "viem"

import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readOutcome } from "#src/messaging/reading/execution/readOutcome.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const abi = parseAbi(["event Counted(uint256 number)"])
const counted = (number: number) => ({
  ...{ address: at(0xc0), topics: [toEventSelector("Counted(uint256)")], data: bytes32(number) },
})
const delivered = (message: number, address = socket) => ({
  ...{ address, topics: encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" }), data: bytes32(message) },
})
const [attested] = encodeEventTopics({ abi: switchboardAbi, eventName: "ProposalAttested" })
const protocols = (address: Hex, topic: Hex) => ({ address, topics: [topic], data: "0x" })

describe("readOutcome", () => {
  it("reads what a plug did with one of the messages that a transaction delivered", async () => {
    const logs = [
      // What the protocol logs is none of it.
      ...[protocols(socket, "0x"), protocols(at(0xf1), attested), counted(1), delivered(11)],
      ...[counted(2), delivered(12)],
      // Another contract can log the same.
      ...[counted(3), delivered(13, at(0xf0)), counted(4), delivered(13)],
      ...[delivered(14), counted(5)],
    ]
    const transactionHash: Hex = bytes32(7)
    const { client } = fakeNode({
      eth_getTransactionReceipt: { transactionHash, blockNumber: "0x1", status: "0x1", type: "0x2", logs },
    })
    const read = async (message: number) => {
      const found = await readOutcome({ client, socket }, { messageId: bytes32(message), transactionHash }, [abi])
      return found?.logs.map((log) => (log.isDecoded ? log.says : `undecoded ${log.says}`))
    }
    const says = (number: number) => `Counted(number: ${number})`
    expect(await read(11)).to.deep.equal([says(1)])
    expect(await read(12)).to.deep.equal([says(2)])
    expect(await read(13)).to.deep.equal([says(3), `undecoded ${delivered(13).topics[0]}`, says(4)])
    expect(await read(14)).to.deep.equal([])
    expect(await read(15)).to.equal(undefined)
  })
})
