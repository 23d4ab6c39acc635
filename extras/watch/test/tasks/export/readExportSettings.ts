import { expect } from "chai"
import { describe, it } from "mocha"

import { readExportSettings } from "#extras/watch/tasks/export.js"
import { exportRows } from "#extras/watch/tasks/index.js"
import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { thrown } from "#test/fixtures/failure.js"

const chains = ["alpha", "beta"].map((name, index) => ({ name, slug: 41_001 + index, network: name }))
type Args = Given<typeof exportRows>
const now = Date.UTC(2026, 10, 20, 12)
const read = (more: Args) => readExportSettings(readRows(exportRows, { since: "0", ...more }), { chains, now })
const seconds = (...date: Parameters<typeof Date.UTC>) => ({ seconds: Date.UTC(...date) / 1_000 })

describe("readExportSettings", () => {
  it("begins at a day, a moment, a time ago, a block of a chain, or with all", () => {
    const since = (text: string) => read({ since: text }).since
    expect(read({})).to.deep.equal({ since: { seconds: 0 }, format: "ndjson" })
    expect(since("2026-11-01")).to.deep.equal(seconds(2026, 10, 1))
    expect(since("2026-11-01T12:00+01:00")).to.deep.equal(seconds(2026, 10, 1, 11))
    expect(since("2d")).to.deep.equal(seconds(2026, 10, 18, 12))
    // A block is seen from the second on that it has.
    expect(since("1ms")).to.deep.equal({ seconds: now / 1_000 })
    expect(since("190@beta")).to.deep.equal({ block: 190, chain: chains[1] })
    expect(since(`${"9".repeat(15)}@41001`)).to.deep.equal({ block: 999_999_999_999_999, chain: chains[0] })
  })

  it("takes the format that is named, else that of the file, else JSON lines", () => {
    const format = (more: Args) => read(more).format
    expect(format({ output: "a.csv" })).to.equal("csv")
    expect(format({ output: "a.SQLITE" })).to.equal("sqlite")
    expect(format({ output: "a.csv", format: "NDJSON" })).to.equal("ndjson")
    expect(format({ output: "a.db", format: "sqlite", json: true })).to.equal("sqlite")
    expect(format({ format: "csv" })).to.equal("csv")
  })

  it("refuses what it cannot do, by the option", () => {
    const table: readonly (readonly [argument: string, more: Args])[] = [
      ["--since", { since: "yesterday" }],
      ["--since", { since: "2026-02-31" }],
      ["--since", { since: "12" }],
      ["--since", { since: "12@nowhere" }],
      ["--since", { since: `${"9".repeat(16)}@alpha` }],
      ["--format", { format: "xml" }],
      ["--format", { output: "a.txt" }],
      ["--output", { format: "sqlite" }],
      ["--output", { json: true }],
    ]
    for (const [argument, more] of table) {
      expect(thrown(() => read(more)).facts["argument"], JSON.stringify(more)).to.equal(argument)
    }
  })
})
