import { expect } from "chai"
import { describe, it } from "mocha"

import { loadSqlite } from "#extras/watch/src/store/sqlite/openSqlite.js"

describe("loadSqlite", () => {
  it("keeps to itself that Node calls the module experimental, and nothing else, and only while it is loaded", async () => {
    const told: unknown[] = []
    const emitWarning: unknown = Reflect.get(process, "emitWarning")
    const emit = (...warning: readonly unknown[]): void => void told.push(warning)
    try {
      Reflect.set(process, "emitWarning", emit)
      const loading = loadSqlite()
      process.emitWarning("SQLite is an experimental feature", "ExperimentalWarning")
      process.emitWarning("something else of SQLite", "DeprecationWarning")
      expect(await loading).to.have.property("DatabaseSync")
      process.emitWarning("SQLite again")
      expect(told).to.deep.equal([["something else of SQLite", "DeprecationWarning"], ["SQLite again"]])
      expect(Reflect.get(process, "emitWarning")).to.equal(emit)
    } finally {
      Reflect.set(process, "emitWarning", emitWarning)
    }
  })
})
