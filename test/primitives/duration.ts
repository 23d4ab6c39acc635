import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { formatAge, formatDuration, formatUtc, parseDuration } from "../../src/primitives/duration.js"
import { thrown } from "../fixtures/failure.js"

describe("formatDuration", () => {
  for (const [ms, text] of [
    [0, "0 ms"],
    [-5, "0 ms"],
    [0.4, "0 ms"],
    [340, "340 ms"],
    [999.6, "1 s"],
    [1_200, "1.2 s"],
    [30_000, "30 s"],
    [59_949, "59.9 s"],
    [59_950, "1 min 00 s"],
    [185_000, "3 min 05 s"],
    [3_599_400, "59 min 59 s"],
    [3_599_500, "1 h 00 min"],
    [7_500_000, "2 h 05 min"],
    [360_000_000, "100 h 00 min"],
  ] as const) {
    it(`writes ${ms} ms as ${text}`, () => {
      expect(formatDuration(ms)).to.equal(text)
    })
  }

  it("never writes as many of a unit as make a larger one", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (ms) => {
        expect(formatDuration(ms)).to.not.match(/\b(1000(\.0)? ms|60(\.0)? (s|min))/)
      }),
    )
  })
})

describe("formatAge", () => {
  const hour = 3_600_000
  for (const [ms, text] of [
    [-5, "1 s"],
    [999, "1 s"],
    [1_999, "1 s"],
    [2_000, "2 s"],
    [48 * hour - 1, "48 h 00 min"],
    [48 * hour, "2 days"],
    [72 * hour - 1, "2 days"],
    [72 * hour, "3 days"],
  ] as const) {
    it(`says ${text} for ${ms} ms`, () => {
      expect(formatAge(ms)).to.equal(text)
    })
  }
})

describe("formatUtc", () => {
  it("writes any moment that a date can have", () => {
    expect(formatUtc(1_795_322_612)).to.equal("2026-11-22 04:43:32 UTC")
    expect([formatUtc(8_640_000_000_000), formatUtc(8_640_000_000_001)]).to.deep.equal([
      "+275760-09-13 00:00:00 UTC",
      undefined,
    ])
    expect(formatUtc(NaN)).to.equal(undefined)
  })
})

describe("parseDuration", () => {
  for (const [text, ms] of [
    ["500ms", 500],
    ["30s", 30_000],
    ["1.5s", 1_500],
    ["10m", 600_000],
    ["2h", 7_200_000],
    [" 1s ", 1_000],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${ms} ms`, () => {
      expect(parseDuration(text)).to.equal(ms)
    })
  }

  for (const text of ["", "30", "s", "-1s", "0s", "0.1ms", "1d", "1e3s", "1 s 2 m", "١s", "1_000ms", "9999999999s"]) {
    it(`refuses ${JSON.stringify(text)} by the argument's name`, () => {
      const error = thrown(() => parseDuration(text, "--timeout"))
      expect(error).to.include({ code: "INVALID_INPUT", argument: "--timeout" })
      expect(error.message).to.match(/^Option "--timeout": ".*" is not a duration\. .*30s/)
    })
  }
})
