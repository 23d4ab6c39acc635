import { expect } from "chai"
import { describe, it } from "mocha"

import { timeUntilLook } from "#extras/watch/src/keepLooking.js"
import { watchRows } from "#extras/watch/tasks/index.js"
import { readWatchSettings } from "#extras/watch/tasks/watch/readWatchSettings.js"
import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { thrown } from "#test/fixtures/failure.js"

type Args = Given<typeof watchRows>
const read = (given: Args) => readWatchSettings(readRows(watchRows, given))

describe("readWatchSettings", () => {
  it("reads each option, and waits for all chains only for a single look", () => {
    expect(read({})).to.deep.equal({
      ...{ plugs: undefined, blocks: 10_000n, finality: "latest", interval: 15_000, patience: 15_000 },
      ...{ reconciles: false, port: undefined, otlp: undefined, unverifiedAfter: undefined, store: undefined },
      kept: 30 * 24 * 60 * 60_000,
    })
    const all = { plug: "Counter", once: true, reconcile: true, otlp: "http://localhost:4318" }
    expect(read(all)).to.deep.include({
      ...{ plugs: ["Counter"], patience: undefined, unverifiedAfter: 0, reconciles: true, otlp: all.otlp },
    })
    for (const finality of ["safe", "finalized"]) expect(read({ finality }).finality).to.equal(finality)
    expect(read({ finality: "0" }).finality).to.equal(0)
    expect([read({ metricsPort: "0" }).port, read({ metricsPort: "65535" }).port]).to.deep.equal([0, 65_535])
    expect(read({ blocks: "1" }).blocks).to.equal(1n)
  })

  it("reads for how many days to keep what is over, of which there is at least one", () => {
    expect(["1d", "90d"].map((keep) => read({ keep }).kept / 3_600_000)).to.deep.equal([24, 90 * 24])
    for (const keep of ["0d", "90", "12h", "1.5d", "99999d", ""]) {
      expect(thrown(() => read({ keep })).facts["argument"], keep).to.equal("--keep")
    }
  })

  it("refuses a look of what asks no chain", () => {
    expect(thrown(() => read({ status: true, once: true })).facts["argument"]).to.equal("--once")
  })

  it("refuses metrics of a single look", () => {
    expect(thrown(() => read({ metricsPort: "9100", once: true })).facts["argument"]).to.equal("--metrics-port")
  })
})

describe("timeUntilLook", () => {
  it("is up to a fifth more than the interval", () => {
    expect([0, 0.5, 1].map((chance) => timeUntilLook(1_000, () => chance))).to.deep.equal([1_000, 1_100, 1_200])
  })
})
