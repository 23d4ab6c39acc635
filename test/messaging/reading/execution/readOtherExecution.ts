import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, encodeEventTopics, type Hex, numberToHex } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { readOtherExecution } from "#src/messaging/reading/execution/readOtherExecution.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const messageOf = (payload: Hex, count = 1) => readOutboundMessages(outboundLogs(count, { payload }), { socket })[0]!
const message = messageOf("0x1234")
/** The same id, as of a source chain that lost blocks. */
const another = messageOf("0x5678")
const mined = { blockNumber: 40n, transactionHash: bytes32(77), timestamp: 1_700n }

/** The data of an execution, within the call of another contract. */
function executing({ messageId, fees, minMsgGasLimit, executionParams, payload }: typeof message): Hex {
  const values = [messageId, fees.executionFee, minMsgGasLimit, executionParams, payload] as const
  const kinds = ["bytes32", "uint256", "uint256", "bytes32", "bytes"].map((type) => ({ type }))
  return `0xdeadbeef${encodeAbiParameters(kinds, values).slice(2)}`
}

/** A destination chain whose socket executed these messages, each in a block and a transaction of its own. */
function readFrom(executed: boolean | typeof mined | null, input: Hex | undefined, executions: readonly Hex[] = []) {
  const ranges: string[] = []
  const [topic] = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" })
  const { client } = fakeNode(({ method, params }) => {
    if (method === "eth_getTransactionByHash") {
      const found = { hash: params[0], input, value: "0x0", gas: "0x0", nonce: "0x0", type: "0x2", blockNumber: "0x28" }
      return input === undefined ? null : found
    }
    expect(method).to.equal("eth_getLogs")
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    ranges.push(`${Number(fromBlock)} to ${Number(toBlock)}`)
    return executions.map((data, index) => ({
      ...{ address: socket, topics: [topic], data, logIndex: numberToHex(index) },
      ...{ blockNumber: "0x28", transactionHash: bytes32(70 + index), blockTimestamp: "0x6a4", removed: false },
    }))
  })
  const chain = { client, socket, slug: 41002, name: "beta" }
  const arrival = { chain: { ...chain, firstBlock: 12n }, head: { number: 90n, timestamp: 2_000n }, executed }
  return { ranges, found: readOtherExecution({ message, arrival } as never) }
}

describe("readOtherExecution", () => {
  it("finds the execution of another message with the id, where it is known and where it has to be looked for", async () => {
    expect(await readFrom(mined, executing(another)).found).to.deep.equal(mined)
    const { found, ranges } = readFrom(true, executing(another), [bytes32(9), message.messageId])
    expect(await found).to.deep.equal({ ...mined, transactionHash: bytes32(71) })
    expect(ranges).to.deep.equal(["12 to 90"])
    // Also where the same transaction has a message that is the same but for its id.
    const alike = executing({ ...message, messageId: bytes32(9) }).slice(2)
    expect(await readFrom(mined, `${executing(another)}${alike}` as Hex).found).to.deep.equal(mined)
  })

  it("finds none where the message itself was executed, or nothing says so", async () => {
    expect(await readFrom(mined, executing(message)).found).to.equal(undefined)
    expect(await readFrom(true, executing(message), [message.messageId]).found).to.equal(undefined)
    expect(await readFrom(true, executing(another), [bytes32(9)]).found, "another id").to.equal(undefined)
    expect(await readFrom(true, executing(another)).found, "no log").to.equal(undefined)
    expect(await readFrom(mined, executing(messageOf("0x5678", 2))).found, "its data").to.equal(undefined)
    const near = { ...another, messageId: message.messageId.replace("0x0", "0x1") as Hex }
    expect(await readFrom(mined, executing(near)).found, "its data").to.equal(undefined)
    expect(await readFrom(mined, undefined).found, "no transaction").to.equal(undefined)
    const { found, ranges } = readFrom(false, executing(another), [message.messageId])
    expect(await found).to.equal(undefined)
    expect(ranges).to.deep.equal([])
    expect(await readOtherExecution({ message, arrival: { problem: "down" } } as never)).to.equal(undefined)
  })
})
