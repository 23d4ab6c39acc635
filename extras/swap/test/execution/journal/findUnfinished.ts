import { expect } from "chai"
import { describe, it } from "mocha"

import { findUnfinished } from "#extras/swap/src/execution/journal/entries.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry, user } from "#test/fixtures/wire/swapRoutes.js"

const { request } = journalEntry()
const entryAt = (at: number, more: Partial<JournalEntry> = {}) => journalEntry({ quoteId: bytes32(at), at, ...more })

describe("findUnfinished", () => {
  async function find(...entries: readonly JournalEntry[]): Promise<number | undefined> {
    return (await findUnfinished({ list: () => Promise.resolve(entries) } as never, request))?.at
  }

  it("finds the one that was written last, of the same request in any spelling", async () => {
    const spelled = { ...request, receiverAddress: user.toLowerCase(), originChainId: "41001", slippage: undefined }
    expect(await find(entryAt(2), entryAt(3, { request: spelled as never }), entryAt(1))).to.equal(3)
    expect(await find(entryAt(2), entryAt(3, { request: { ...request, inputAmount: 1n } }))).to.equal(2)
    expect(await find()).to.equal(undefined)
  })

  it("finds none that is over, has signed nothing, or continues another one", async () => {
    const found = []
    for (const state of ["SIGNED", "SENT", "MINED", "REVERTED", "REPLACED", "FINISHED"] as const) {
      if ((await find(entryAt(1, { state }))) === 1) found.push(state)
    }
    expect(found).to.deep.equal(["SIGNED", "SENT", "MINED"])
    expect(await find(entryAt(1, { state: "CHECKED", submission: undefined }))).to.equal(undefined)
    expect(await find(entryAt(1, { continues: bytes32(5) }))).to.equal(undefined)
  })
})
