import { expect } from "chai"
import { describe, it } from "mocha"

import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { findAnyPayment } from "#extras/swap/tasks/deposits/executeDeposit.js"
import type { DepositRun } from "#extras/swap/tasks/deposits/openDepositRun.js"
import { offeringApi, swapRequest } from "#extras/swap/test/fixtures/offeringApi.js"
import { depositRecord } from "#test/fixtures/wire/depositRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry, quoteId, user } from "#test/fixtures/wire/swapRoutes.js"

/** Looks for the payment of a deposit, with these entries in the journal, and a word of the API where it is asked. */
async function find(entries: Readonly<Record<string, JournalEntry>>) {
  let asks = 0
  const { client } = offeringApi(() => {
    asks += 1
    return Promise.resolve({ status: "IN_PROGRESS" })
  })
  const journal = { read: (id: string) => Promise.resolve(entries[id]) }
  const terms = { swapRequest, readers: { origin: undefined, destination: undefined } }
  const run = { client, origin: undefined, records: { journal }, terms } as unknown as DepositRun
  return [await findAnyPayment(run, depositRecord()), asks]
}

describe("findAnyPayment", () => {
  it("takes what swap pay has signed for a payment, whether its hash is known or not, and asks nobody else", async () => {
    const entry = journalEntry()
    const { hash, ...submission } = entry.submission!
    const sent = (what: string | undefined) => [`swap pay has sent ${what} from ${user}`, 0]
    expect(await find({ [quoteId]: entry })).to.deep.equal(sent(hash))
    expect(await find({ [quoteId]: { ...entry, submission } })).to.deep.equal(sent("it"))
    // A quote that replaced another one leads to the payment of that one.
    const replacing = journalEntry({ submission: undefined, continues: bytes32(1) })
    expect(await find({ [quoteId]: replacing, [bytes32(1)]: entry })).to.deep.equal(sent(hash))
  })

  it("takes what was not signed for none, and believes the API then", async () => {
    const unsigned = journalEntry({ state: "APPROVED", submission: undefined })
    for (const entries of [{}, { [quoteId]: unsigned }]) {
      expect(await find(entries)).to.deep.equal(["the API says IN_PROGRESS", 1])
    }
  })
})
