import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { formatAge, formatDuration, formatUtc, parseDuration, parseMoment } from "#src/primitives/duration.js"
import { thrown } from "#test/fixtures/failure.js"

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
    [100 * 525_600 * 60_000, "876000 h 00 min"],
    [(100 * 525_600 + 1) * 60_000, "more than 100 years"],
    [Infinity, "more than 100 years"],
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
    expect([formatUtc(-8_640_000_000_000), formatUtc(-8_640_000_000_001), formatUtc(0)]).to.deep.equal([
      "-271821-04-20 00:00:00 UTC",
      undefined,
      "1970-01-01 00:00:00 UTC",
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

describe("parseMoment", () => {
  const now = Date.UTC(2026, 10, 26, 12)
  const read = (text: string) => parseMoment(text, now, "--since")?.toISOString()

  for (const [text, moment] of [
    ["2026-11-19", "2026-11-19T00:00:00.000Z"],
    ["2026-11-19T12:30", "2026-11-19T12:30:00.000Z"],
    ["2026-11-19T12:30Z", "2026-11-19T12:30:00.000Z"],
    ["2026-11-19T12:30:05.25+02:00", "2026-11-19T10:30:05.250Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["7d", "2026-11-19T12:00:00.000Z"],
    ["12h", "2026-11-26T00:00:00.000Z"],
    ["2026-02-29", undefined],
    ["2026-02-30", undefined],
    ["1.5h", "2026-11-26T10:30:00.000Z"],
    ["2026-11-19T12:30:05.2", "2026-11-19T12:30:05.200Z"],
    ["2026-11-19T12", undefined],
    ["2026-11-19Z", "2026-11-19T00:00:00.000Z"],
    ["2026-11-19-02:00", "2026-11-19T02:00:00.000Z"],
    ["26-11-19", undefined],
    ["2026-13-01", undefined],
    ["2026-11-19T25:00", undefined],
    ["1970-01-01", "1970-01-01T00:00:00.000Z"],
    ["1969-12-31", undefined],
    ["1970-01-01T00:00+01:00", undefined],
    ["yesterday", undefined],
    ["12", undefined],
    ["", undefined],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${String(moment)}`, () => {
      expect(read(text)).to.equal(moment)
    })
  }

  it("refuses a time ago in a unit that there is not", () => {
    expect(() => read("7weeks")).to.throw("--since")
  })
})
