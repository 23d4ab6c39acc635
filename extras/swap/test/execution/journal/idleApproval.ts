import { expect } from "chai"
import { describe, it } from "mocha"

import { idleApproval } from "#extras/swap/src/execution/journal/entries.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { dai, journalEntry, router } from "#test/fixtures/wire/swapRoutes.js"

describe("idleApproval", () => {
  const approval = { token: dai, spender: router }
  const rows: readonly (readonly [state: JournalEntry["state"], isIdle: boolean])[] = [
    ["CHECKED", true],
    ["APPROVED", true],
    ["SIGNED", false],
    ["SENT", false],
    ["MINED", false],
    ["REVERTED", true],
    ["REPLACED", true],
    ["FINISHED", true],
  ]
  for (const [state, isIdle] of rows) {
    it(`is ${isIdle ? "what was approved" : "none"} in ${state}, and none where nothing was approved`, () => {
      const entry = journalEntry({ state })
      expect(idleApproval(entry)).to.deep.equal(isIdle ? approval : undefined)
      expect(idleApproval({ ...entry, approvals: [] })).to.equal(undefined)
      expect(idleApproval({ ...entry, route: { ...entry.route, approval: null } })).to.equal(undefined)
    })
  }
})
