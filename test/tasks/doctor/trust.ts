import { expect } from "chai"
import { describe, it } from "mocha"

import { checkExceptions, checkPaths } from "#tasks/doctor/trust.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"

describe("the doctor's check of plugs.trust", () => {
  const clock = createManualClock(Date.UTC(2026, 5, 10, 23, 59, 59, 999))
  const exception = (until: string) => ({ rule: "FEW_KEYS_FORGE", until, reason: `until ${until}` }) as const

  it("finds each exception that has ended, from the end of its day in UTC on", async () => {
    const find = (...exceptions: ReturnType<typeof exception>[]) => checkExceptions({ exceptions }, clock)
    const kept = await find(exception("2026-06-10"), exception("2026-06-11"))
    expect(kept.map(({ status }) => status)).to.deep.equal(["ok"])
    await clock.advance(1)
    const ended = await find(exception("2026-06-10"), exception("2026-06-11"), exception("2026-01-01"))
    expect(ended.map(({ status, says }) => [status, /until (\S+)\.$/.exec(says)?.[1]])).to.deep.equal([
      ["failed", "2026-06-10"],
      ["failed", "2026-01-01"],
    ])
    expect(ended[0]?.mend).to.match(/: npx hardhat plugs trust --check$/)
  })

  it("skips a plug that is connected to no chain, and asks nothing of its project", async () => {
    const plug = { label: "Counter", chain: { name: "alpha" }, address: "0x", paths: () => Promise.resolve([]) }
    const findings = await checkPaths(
      plug as never,
      {},
      { hre: {} as never, opened: {} as never, isWired: true, clock },
    )
    expect(findings.map(({ status }) => status)).to.deep.equal(["skipped"])
  })
})
