import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { pickMessage } from "#tasks/messaging/retry/pickMessage.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

/** Picks from a transaction that sent messages with these numbers; `null` for one that is not mined. */
async function pick(sent: readonly number[] | null, messageId?: Hex): Promise<Hex> {
  const logs = (sent ?? []).flatMap((count) => outboundLogs(count)).map((log, logIndex) => ({ ...log, logIndex }))
  const receipt = { status: "0x1", blockNumber: "0x5", transactionHash: bytes32(99), logs }
  const { client } = fakeNode({ eth_getTransactionReceipt: sent && receipt })
  return (await pickMessage({ client, socket }, { srcTxHash: bytes32(99), messageId })).messageId
}

describe("pickMessage", () => {
  it("takes the only message, and of several the one that is named", async () => {
    expect(await pick([4])).to.equal(bytes32(4))
    for (const count of [1, 2, 3]) expect(await pick([1, 2, 3], bytes32(count))).to.equal(bytes32(count))
  })

  it("refuses a transaction with no such message, with several, or that is not mined", async () => {
    const refused = async (...args: Parameters<typeof pick>) => (await failure(pick(...args))).facts["argument"]
    expect(await refused([])).to.equal("id")
    expect(await refused([1, 2], bytes32(3))).to.equal("id")
    expect(await refused([1, 2])).to.equal("--message-id")
    expect(await refused(null)).to.equal("id")
    const { client } = fakeNode({})
    const unread = failure(pickMessage({ client, socket }, { srcTxHash: bytes32(99), messageId: undefined }))
    expect((await unread).code).to.equal("NODE_FAILED")
    expect((await failure(pick([]))).message).to.not.contain("undefined")
    expect((await failure(pick([1, 2], bytes32(3)))).message).to.contain(bytes32(3))
    const several = await failure(pick([1, 2]))
    expect(several.message).to.contain("2 messages")
    expect(several.next ?? several.message)
      .to.contain(bytes32(1))
      .and.to.contain(bytes32(2))
  })
})
