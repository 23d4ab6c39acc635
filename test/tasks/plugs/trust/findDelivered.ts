import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex, pad } from "viem"

import { findDelivered, type OpenedChain } from "../../../../tasks/plugs/trust/proveTrust.js"
import type { NamedTrust } from "../../../../tasks/plugs/trust/readProjectTrust.js"
import { createAnsweringNode } from "../../../fixtures/nodes/answeringNode.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"
import { dstPlug, outboundLogs, socket, srcPlug } from "../../../fixtures/wire/outboundLogs.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

const payloadOf = (count: number): Hex => numberToHex(count, { size: 3 })

/** The path from alpha to beta, of messages with the numbers 1 to 3, of which some have been executed on beta. */
async function find(
  executed: readonly number[],
  { to = { slug: 41_002, plug: dstPlug }, from = srcPlug, hasSource = true, isSrcOpen = true, isDstOpen = true } = {},
) {
  const logs = [1, 2, 3].flatMap((count) =>
    outboundLogs(count, { payload: payloadOf(count) }).map((log, index) => ({
      ...{ ...log, blockNumber: numberToHex(count), blockHash: bytes32(count), transactionHash: bytes32(count) },
      ...{ transactionIndex: "0x0", logIndex: numberToHex(index), removed: false },
    })),
  )
  const src = createAnsweringNode({
    eth_blockNumber: () => "0x5",
    eth_getLogs: () => logs.filter((_, at) => at % 2 === 1),
  })
  const asked: Hex[] = []
  const dst = createAnsweringNode({
    eth_call: ([{ to: called, data }]: readonly [{ readonly to: Hex; readonly data: Hex }]) => {
      asked.push(called)
      return pad(executed.some((count) => data.endsWith(bytes32(count).slice(2))) ? "0x1" : "0x0")
    },
  })
  const opened = ({ client }: typeof src) => ({ client }) as OpenedChain
  const facts = { src: hasSource ? { socket: { address: socket } } : undefined, dst: { socket: { address: at(0xd5) } } }
  const path = { facts, from: { slug: 41_001, plug: from }, to } as unknown as NamedTrust
  const found = await findDelivered(path, isSrcOpen ? opened(src) : undefined, isDstOpen ? opened(dst) : undefined)
  return { found, asked: asked.map((address) => address.toLowerCase()) }
}

describe("findDelivered", () => {
  it("takes the newest message of the path that its destination has executed", async () => {
    const message = (count: number) => ({ payload: payloadOf(count), messageId: bytes32(count) })
    expect(await find([1, 2])).to.deep.equal({
      found: message(2),
      asked: [at(0xd5), at(0xd5)].map((one) => one.toLowerCase()),
    })
    expect((await find([1])).found).to.deep.equal(message(1))
    expect((await find([1, 2, 3])).found).to.deep.equal(message(3))
  })

  it("finds none that is not delivered, of another path, or of a chain that is not read", async () => {
    const none = { found: undefined, asked: [] }
    expect((await find([])).found).to.equal(undefined)
    const all = [1, 2, 3]
    for (const other of [
      { to: { slug: 41_003, plug: dstPlug } },
      { to: { slug: 41_002, plug: at(9) } },
      { from: at(9) },
      { hasSource: false },
      { isSrcOpen: false },
      { isDstOpen: false },
    ]) {
      expect(await find(all, other), JSON.stringify(other)).to.deep.equal(none)
    }
  })
})
