import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  pad,
  parseAbi,
  zeroAddress,
} from "viem"

import { openCopy } from "../../../../src/messaging/trust/proving/openCopy.js"
import { readMoved } from "../../../../src/messaging/trust/proving/readMoved.js"
import { createViewNode } from "../../../fixtures/nodes/viewNode.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"
import { at, contracts } from "../../../fixtures/wire/trustFacts.js"

const { plug, socket } = contracts
const [sender, token, holder] = [at(0x11), at(0x12), at(0x13)]
const abi = parseAbi([
  "function count() view returns (uint256)",
  "function same() pure returns (uint256)",
  "function pair() view returns (uint256, address)",
  "function text() view returns (string)",
  "function data() view returns (bytes)",
  "function held(address who) view returns (uint256)",
  "function broken() view returns (uint256)",
  "function move(uint256 amount)",
  "event Transfer(address indexed from, address indexed to, uint256 amount)",
  "event Moved(address indexed to, uint256 amount)",
])

/** Reads what a transaction in block 20 has moved. Each view but `same` answers by the block. */
async function read({ trace, ownAbi = abi }: { readonly trace?: unknown; readonly ownAbi?: Abi }) {
  let block = 0n
  const node = createViewNode({
    abis: [abi],
    methods: trace === undefined ? {} : { debug_traceTransaction: trace },
    views: {
      count: () => block,
      same: () => 7n,
      pair: () => [block, plug],
      text: () => "a\nb".repeat(Number(block) * 10),
      data: () => (block === 20n ? "0x1234" : "0x"),
      held: () => block,
      move: () => block,
    },
  })
  // One question at a time, so that each is answered for its own block.
  let turn: Promise<unknown> = Promise.resolve()
  const request = (question: { method: string; params: readonly unknown[] }): Promise<unknown> => {
    const answered = turn.then(async () => {
      if (question.method === "eth_call") block = BigInt(question.params[1] as Hex)
      return await node.request(question as never)
    })
    turn = answered.catch(() => undefined)
    return answered
  }
  const log = (address: Address, eventName: "Moved" | "Transfer", indexed: readonly Address[], amount: bigint) => ({
    ...{ address, data: encodeAbiParameters([{ type: "uint256" }], [amount]), logIndex: 0, blockNumber: 20n },
    topics: [encodeEventTopics({ abi, eventName })[0], ...indexed.map((one) => pad(one))],
  })
  const receipt = {
    ...{ blockNumber: 20n, from: sender, transactionHash: bytes32(1) },
    logs: [
      log(token, "Transfer", [zeroAddress, holder], 5n),
      log(plug, "Moved", [holder], 6n),
      log(token, "Moved", [holder], 7n),
    ],
  }
  const copy = openCopy({ ...node, request } as typeof node)
  return await readMoved(copy, receipt as never, { plug, socket, abi: ownAbi })
}

describe("readMoved", () => {
  it("tells balances and words of all but the sender and the socket, as far as they are others now", async () => {
    const word = (number: number) => ({ [bytes32(number)]: bytes32(1) })
    const { balances, storage } = await read({
      trace: {
        pre: {
          [sender]: { balance: "0x64", storage: word(1) },
          [socket]: { balance: "0x64", storage: word(1) },
          [plug]: { balance: "0x9", storage: { ...word(1), ...word(2) } },
          [holder]: { balance: "0x2" },
          [at(0x77)]: { balance: "0x3" },
        },
        post: {
          [sender]: { balance: "0x1" },
          [plug]: { balance: "0x4", storage: { ...word(2), ...word(3) } },
          [token]: { balance: "0x8" },
          [holder]: { storage: word(9) },
        },
      },
    })
    expect(balances).to.deep.equal([
      { address: plug, before: 9n, after: 4n },
      { address: token, before: 0n, after: 8n },
    ])
    expect(storage).to.deep.equal([
      { address: plug, words: 3 },
      { address: holder, words: 1 },
    ])
  })

  it("tells the transfers of every token, and the events and changed views of the plug by name", async () => {
    const moved = await read({})
    expect([moved.balances, moved.storage]).to.deep.equal([[], []])
    expect(moved.transfers).to.deep.equal([{ token, from: zeroAddress, to: holder, amount: 5n }])
    expect(moved.events).to.have.length(1)
    expect(moved.events[0]).to.contain(holder).and.to.contain("6")
    const values = new Map(moved.values.map(({ name, before, after }) => [name, [before, after]]))
    expect([...values.keys()]).to.deep.equal(["count", "pair", "data"])
    expect(values.get("count")).to.deep.equal(["19", "20"])
    expect(values.get("pair")).to.deep.equal([`["19","${plug}"]`, `["20","${plug}"]`])
    expect(values.get("data")).to.deep.equal(["0x", "0x1234"])
    const unnamed = await read({ ownAbi: [] })
    expect([unnamed.values, unnamed.events, unnamed.transfers.length]).to.deep.equal([[], [], 1])
  })
})
