import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, numberToHex } from "viem"

import { lockSender } from "#extras/swap/src/execution/locks.js"
import type { Execution, JournalEntry } from "#extras/swap/src/execution/types.js"
import { systemClock } from "#src/primitives/clock.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { journalEntry, user } from "#test/fixtures/wire/swapRoutes.js"

const stranger: Address = "0x00000000000000000000000000000000DeaDBeef"

/** An entry whose transaction has this nonce. */
function entryAt(nonce: number, more: Partial<JournalEntry> = {}): JournalEntry {
  const entry = journalEntry(more)
  return { ...entry, submission: { ...entry.submission!, nonce } }
}

describe("lockSender", () => {
  /** The next nonce of the user on chain 41001, by a node that counts 7. */
  async function next(...entries: readonly JournalEntry[]): Promise<number> {
    const { client: publicClient } = fakeNode(({ method, params }) => {
      expect([method, params]).to.deep.equal(["eth_getTransactionCount", [user, "pending"]])
      return numberToHex(7)
    })
    const parameters = {
      client: { clock: systemClock },
      journal: { list: () => Promise.resolve(entries) },
      publicClient,
      request: { originChainId: 41001 },
    }
    const execution = { account: { address: user }, parameters } as unknown as Execution<undefined>
    await using lock = await lockSender(execution)
    return await lock.withNonce((choose) => choose())
  }

  it("queues behind every swap of the journal that was sent, in whatever order it has them", async () => {
    expect(await next()).to.equal(7)
    expect(await next(entryAt(7))).to.equal(8)
    expect(await next(entryAt(9), entryAt(7), entryAt(8))).to.equal(10)
    expect(await next(entryAt(8))).to.equal(7)
    expect(await next(entryAt(6), entryAt(7))).to.equal(8)
    expect(await next(entryAt(7, { account: user.toLowerCase() as Address }))).to.equal(8)
  })

  const others: Readonly<Record<string, JournalEntry>> = {
    "on another chain": entryAt(7, { chainId: 41002 }),
    "of another account": entryAt(7, { account: stranger }),
    "signed and not sent": entryAt(7, { state: "SIGNED" }),
    mined: entryAt(7, { state: "MINED" }),
    replaced: entryAt(7, { state: "REPLACED" }),
    "whose wallet keeps count itself": { ...entryAt(7), submission: { ...entryAt(7).submission!, raw: undefined } },
    "without a transaction": { ...entryAt(7), submission: undefined },
  }
  for (const [which, entry] of Object.entries(others)) {
    it(`does not queue behind one ${which}`, async () => {
      expect(await next(entry)).to.equal(7)
      expect(await next(entry, entryAt(7), entry)).to.equal(8)
    })
  }
})
