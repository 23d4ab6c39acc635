import { expect } from "chai"
import { describe, it } from "mocha"

import { lockExecution } from "#extras/swap/src/execution/locks.js"
import type { ExecuteRouteParameters, JournalEntry } from "#extras/swap/src/execution/types.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { journalEntry, user } from "#test/fixtures/wire/swapRoutes.js"

/** A journal with these entries, and what was done with it in order. Its lock is released late. */
function open(entries: Readonly<Record<string, JournalEntry>> = {}) {
  const done: string[] = []
  const journal = {
    read: (id: string) => {
      done.push(`read ${id}`)
      return Promise.resolve(entries[id])
    },
    lock: (id: string) => {
      done.push(`lock ${id}`)
      const release = async () => {
        await new Promise(setImmediate)
        done.push(`release ${id}`)
      }
      return Promise.resolve({ [Symbol.asyncDispose]: release })
    },
  }
  const parametersFor = (quoteId: string) =>
    ({ journal, walletClient: { account: { address: user } }, route: { quoteId } }) as never as ExecuteRouteParameters
  return { done, parametersFor }
}

describe("lockExecution", () => {
  it("holds the quote while its execution is worked on, from before its entry is read until the lock is released", async () => {
    const entry = journalEntry()
    const { done, parametersFor } = open({ "q-1": entry })
    const parameters = parametersFor("q-1")
    const result = await lockExecution(parameters, async (execution) => {
      await new Promise(setImmediate)
      const { gasTally, ...given } = execution.parameters
      expect([execution.account.address, execution.id, execution.entry]).to.deep.equal([user, "q-1", entry])
      expect([gasTally, given]).to.deep.equal([{ spent: 0n }, parameters])
      done.push("work")
      return 7
    })
    expect([result, done]).to.deep.equal([7, ["read q-1", "lock q-1", "read q-1", "work", "release q-1"]])
  })

  it("holds the first quote of an execution whose quote was replaced", async () => {
    const first = journalEntry()
    const { done, parametersFor } = open({ "q-2": journalEntry({ continues: "q-1" }), "q-1": first })
    const [id, entry] = await lockExecution(parametersFor("q-2"), (execution) =>
      Promise.resolve([execution.id, execution.entry] as const),
    )
    expect([id, entry]).to.deep.equal(["q-1", first])
    expect(done).to.deep.equal(["read q-2", "lock q-1", "read q-1", "release q-1"])
  })

  it("releases what it holds when the work fails, and holds nothing for what is no quote", async () => {
    const { done, parametersFor } = open()
    const error = await rejection(lockExecution(parametersFor("q-1"), () => Promise.reject(new Error("it is tired"))))
    expect(String(error)).to.contain("it is tired")
    expect(done.splice(0)).to.deep.equal(["read q-1", "lock q-1", "read q-1", "release q-1"])
    const refused = await failure(lockExecution(parametersFor(""), () => Promise.resolve(1)))
    expect([refused.code, done]).to.deep.equal(["INVALID_INPUT", []])
  })
})
