import { expect } from "chai"
import { describe, it } from "mocha"

import type { CheckedRoute, ShownCall } from "#extras/swap/src/checks/types.js"
import { advance, reportEvent } from "#extras/swap/src/execution/advance.js"
import { type ExecutionState, executionStates, type ExecutionStep } from "#extras/swap/src/execution/executionStates.js"
import type {
  ExecuteRouteParameters,
  Execution,
  JournalEntry,
  RouteJournal,
  SubmittedEntry,
} from "#extras/swap/src/execution/types.js"
import type { RouteStatus } from "#extras/swap/src/types.js"
import { checkQuote } from "#extras/swap/src/wire/parameters/quoteChecks.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry, quoteId, user } from "#test/fixtures/wire/swapRoutes.js"

const { route, submission, request: given } = journalEntry() as SubmittedEntry
const request = checkQuote(given) as CheckedRoute["request"]
const confirmed: ShownCall = {
  ...{ target: submission.transaction.to, value: 3n, functions: ["swap"] },
  ...{ fees: [{ taker: user, amount: 2n }], undecoded: ["swap.extra"] },
}
const checked = { state: "CHECKED", route, request, leastOut: 5n, confirmed } as const
const final = { status: "COMPLETED" } as RouteStatus

/** What an execution writes and reports, in order. */
type Effect = { readonly wrote: JournalEntry } | { readonly reported: ExecutionStep }

function newExecution(write?: RouteJournal["write"]): { execution: Execution<undefined>; effects: Effect[] } {
  const effects: Effect[] = []
  const parameters = {
    client: { clock: { now: () => 42 } },
    journal: {
      async write(entry: JournalEntry) {
        await write?.(entry)
        effects.push({ wrote: entry })
      },
    },
    onStep: (reported: ExecutionStep) => effects.push({ reported }),
  } as unknown as ExecuteRouteParameters
  return {
    execution: { parameters, account: { type: "json-rpc", address: user }, id: quoteId, entry: undefined },
    effects,
  }
}

/** An execution whose journal has an entry in the given state. */
function executionIn(state: ExecutionState): { execution: Execution; effects: Effect[] } {
  const { execution, effects } = newExecution()
  const entry = journalEntry({ state, leastOut: 5n, approvals: [] })
  return { execution: { ...execution, entry }, effects }
}

const patches = {
  CHECKED: checked,
  APPROVED: { state: "APPROVED" },
  SIGNED: { state: "SIGNED", submission },
  SENT: { state: "SENT", submission },
  MINED: { state: "MINED" },
  REVERTED: { state: "REVERTED" },
  REPLACED: { state: "REPLACED", replacedBy: undefined },
  FINISHED: { state: "FINISHED", route: final },
} as const satisfies Record<ExecutionState, object>
const states = Object.keys(executionStates) as ExecutionState[]

const summary = (effects: readonly Effect[]): string[] =>
  effects.map((effect) => ("wrote" in effect ? `wrote ${effect.wrote.state}` : `reported ${effect.reported.state}`))

describe("advance", () => {
  it("S-10 writes each state of an execution before it reports it", async () => {
    const { execution, effects } = newExecution()
    let latest: Execution<JournalEntry | undefined> = execution
    const way = ["CHECKED", "APPROVED", "SIGNED", "SENT", "MINED", "FINISHED"] as const
    for (const state of way) latest = await advance(latest, patches[state])
    expect(summary(effects)).to.deep.equal(way.flatMap((state) => [`wrote ${state}`, `reported ${state}`]))
    expect(latest.entry).to.deep.include({ state: "FINISHED", outcome: "COMPLETED", submission, leastOut: 5n, at: 42 })
    expect(effects.at(-1)).to.deep.equal({ reported: { state: "FINISHED", quoteId, route: final } })
  })

  it("reports nothing when the journal cannot be written", async () => {
    for (const state of states) {
      const { execution, effects } = executionIn(state)
      const full = { ...execution.parameters.journal, write: () => Promise.reject(new Error("the disk is full")) }
      const broken = { ...execution, parameters: { ...execution.parameters, journal: full } }
      expect(await rejection(advance(broken, patches[state]))).to.match(/the disk is full/)
      expect(effects).to.deep.equal([])
    }
  })

  it("writes nothing, and reports nothing, where a state cannot follow", async () => {
    for (const before of states) {
      for (const after of states) {
        const { execution, effects } = executionIn(before)
        const next: readonly string[] = executionStates[before].next
        const work = advance(execution, patches[after])
        if (before === after || next.includes(after)) {
          expect((await work).entry.state).to.equal(after)
        } else {
          expect(await rejection(work)).to.match(new RegExp(`from ${before} to ${after}`))
          expect(effects).to.deep.equal([])
        }
      }
    }
    for (const state of states.slice(1)) {
      const { execution, effects } = newExecution()
      expect(await rejection(advance(execution, patches[state]))).to.be.instanceOf(Error)
      expect(effects).to.deep.equal([])
    }
  })

  it("never goes back once something was sent", () => {
    for (const state of states) {
      for (const next of executionStates[state].next) {
        if (executionStates[state].step >= executionStates.SENT.step) {
          expect(executionStates[next].step).to.be.greaterThanOrEqual(executionStates[state].step)
        }
      }
    }
  })

  it("keeps what was accepted first, and reports nothing, when it is checked again", async () => {
    const { execution, effects } = executionIn("APPROVED")
    const { entry } = await advance(execution, { ...checked, leastOut: 1n, request: { ...request, inputAmount: 9n } })
    expect(entry).to.deep.include({ state: "CHECKED", leastOut: 5n, request: given, confirmed, submission: undefined })
    expect(summary(effects)).to.deep.equal(["wrote CHECKED"])
  })

  it("makes a replacing quote lead to the execution before the execution has it", async () => {
    const { execution, effects } = executionIn("APPROVED")
    const other = { ...route, quoteId: bytes32(0xa) }
    const { entry } = await advance(execution, { ...checked, route: other })
    expect(entry).to.deep.include({ quoteId, route: other })
    expect(summary(effects)).to.deep.equal(["wrote CHECKED", "wrote CHECKED", "reported REQUOTED"])
    expect(effects[0]).to.have.property("wrote").that.includes({ quoteId: other.quoteId, continues: quoteId })
    expect(effects[1]).to.have.property("wrote").that.includes({ quoteId }).and.not.has.property("continues")
    // From then on only the execution's own entry is written, and the steps are those of the quote that is used.
    await advance({ ...execution, entry }, patches.APPROVED)
    expect(summary(effects.slice(3))).to.deep.equal(["wrote APPROVED", "reported APPROVED"])
    const reported = effects.flatMap((effect) => ("reported" in effect ? [effect.reported] : []))
    expect(reported).to.deep.equal([
      { state: "REQUOTED", quoteId: other.quoteId, route: other },
      { state: "APPROVED", quoteId: other.quoteId, approvals: [] },
    ])
  })

  it("reports with each state what belongs to it", async () => {
    const { nonce, hash } = submission
    const replacedBy = bytes32(4)
    for (const [before, patch, more] of [
      [undefined, checked, { route }],
      ["CHECKED", patches.APPROVED, { approvals: [] }],
      ["APPROVED", patches.SIGNED, { nonce, hash }],
      ["SIGNED", patches.SENT, { hash }],
      ["SENT", patches.MINED, { hash }],
      ["SENT", patches.REVERTED, { hash }],
      ["SENT", { state: "REPLACED", replacedBy }, { nonce, replacedBy }],
      ["MINED", patches.FINISHED, { route: final }],
    ] as const) {
      const { execution, effects } = before === undefined ? newExecution() : executionIn(before)
      await advance(execution, patch)
      expect(effects.at(-1), patch.state).to.deep.equal({ reported: { state: patch.state, quoteId, ...more } })
    }
  })

  it("reports what happens within a state, and writes nothing", () => {
    const { execution, effects } = executionIn("CHECKED")
    reportEvent(execution, { state: "APPROVING", quoteId, hash: bytes32(3) })
    expect(summary(effects)).to.deep.equal(["reported APPROVING"])
  })
})
