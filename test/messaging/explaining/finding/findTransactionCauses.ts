import { expect } from "chai"
import { describe, it } from "mocha"

import { findTransactionCauses } from "../../../../src/messaging/explaining/finding/findTransactionCauses.js"
import { journeyWith } from "../../../fixtures/wire/messageFacts.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"

describe("findTransactionCauses", () => {
  it("shows of a message that a reorg took back what this project recorded of it", () => {
    const { src } = journeyWith({ problem: "down" })
    const evidenceOf = (messageIds: readonly string[]) => {
      const remembered = { messageIds, block: { number: 7n, hash: bytes32(7) } }
      const silent = {
        src,
        srcTxHash: bytes32(70),
        messageId: bytes32(1),
        remembered,
        reported: [{ messageId: bytes32(1) }],
      }
      const reading = { kind: "other messages", blockNumber: 9n, sent: [bytes32(2)], search: undefined }
      const [cause] = findTransactionCauses({
        src,
        messageId: bytes32(1),
        remembered,
        silent,
        reading,
        now: 0,
      } as never)
      expect([cause!.name, cause!.evidence.length > 0]).to.deep.equal(["reorged", true])
      return cause!.evidence.filter(({ source }) => source.includes("records")).map(({ says }) => says)
    }
    expect(evidenceOf([])).to.deep.equal([])
    for (const ids of [[1], [1, 2], [1, 2, 3]]) {
      const [says, ...more] = evidenceOf(ids.map((id) => bytes32(id)))
      expect(more).to.deep.equal([])
      for (const id of ids) expect(says).to.contain(bytes32(id))
    }
  })
})
