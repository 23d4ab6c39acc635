import { expect } from "chai"
import { describe, it } from "mocha"

import { batchLogs } from "#src/onchain/scanning/batchLogs.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [one, other] = [at(0x11), at(0x12)]
const event = bytes32(0xee)
const ids = [1, 2, 3].map((id) => bytes32(id))

type Filter = { readonly address: string; readonly topics: readonly unknown[]; readonly fromBlock: string }

/** A node with a log of each id, and two of the second, in answer to what is asked of `one`. */
const logs = [1, 2, 2, 3].map((id, index) => ({ topics: [event, bytes32(9), bytes32(id)], logIndex: index }))
const honest = ({ address, topics }: Filter): unknown => {
  const wanted = [topics[2]].flat()
  return address === one ? logs.filter((log) => wanted.includes(log.topics[2])) : []
}

async function ask(filters: readonly Filter[], answer: (filter: Filter) => unknown = honest) {
  const node = fakeNode({ eth_getLogs: ([filter]: [Filter]) => answer(filter) })
  const client = batchLogs(node.client)
  const told = await Promise.all(
    filters.map((filter) =>
      client.request({ method: "eth_getLogs", params: [filter] as never }).catch((error: unknown) => String(error)),
    ),
  )
  return { asked: node.questions.map(({ params: [filter] }) => filter), told }
}

const filterOf = (id: number, more: Partial<Filter> = {}): Filter => {
  return { address: one, topics: [event, null, bytes32(id)], fromBlock: "0x1", ...more }
}

describe("batchLogs", () => {
  it("asks once for what differs in its last topic alone, and hands each its own logs, the same to who asks the same", async () => {
    const { asked, told } = await ask([1, 2, 3, 2, 7].map((id) => filterOf(id)))
    expect(asked).to.deep.equal([{ ...filterOf(1), topics: [event, null, [...ids, bytes32(7)]] }])
    expect(told).to.deep.equal([[logs[0]], [logs[1], logs[2]], [logs[3]], [logs[1], logs[2]], []])
  })

  it("asks alone for what differs in anything else, or is asked for alone", async () => {
    const filters = [
      filterOf(1),
      filterOf(2, { address: other }),
      filterOf(3, { fromBlock: "0x2" }),
      filterOf(1, { topics: [event, bytes32(5), bytes32(1)] }),
      filterOf(1, { topics: [[event, bytes32(4)], null, bytes32(1)] }),
    ]
    expect((await ask(filters)).asked).to.deep.equal(filters)
  })

  it("asks for each alone where a node refuses them together, and hands on the error of each", async () => {
    const { asked, told } = await ask([filterOf(1), filterOf(2)], (filter) => {
      if (Array.isArray(filter.topics[2])) throw new Error("too many topics")
      if (filter.topics[2] === bytes32(2)) throw new Error("no logs of the second")
      return honest(filter)
    })
    expect(asked).to.have.length(3)
    expect(told[0]).to.deep.equal([logs[0]])
    expect(told[1]).to.contain("no logs of the second")
  })

  it("hands on an answer with another log, or that is none, only for what was asked for alone", async () => {
    for (const lie of [[...logs, { topics: [event, null, bytes32(8)] }], [{}], ["log"], null, { logs }]) {
      const { asked, told } = await ask([filterOf(1), filterOf(2)], () => lie)
      expect(asked).to.have.length(3)
      expect(told).to.deep.equal([lie, lie])
    }
  })
})
