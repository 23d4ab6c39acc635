import { expect } from "chai"
import { describe, it } from "mocha"

import { zeroAddress } from "#src/primitives/address.js"
import {
  checkAddress,
  checkAll,
  checkByteCount,
  checkBytes32,
  checkChainId,
  checkCount,
  checkHash,
  checkHeaderValue,
  checkMilliseconds,
  checkName,
  checkSlug,
  checkUint256,
  describeValue,
  optional,
} from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { thrown } from "#test/fixtures/failure.js"

describe("a check of a parameter", () => {
  /** What a check makes of a value; the argument that its error names, if it refuses it. */
  function result<T>(check: (value: unknown, argument: string) => T, value: unknown): T | "refused" {
    try {
      return check(value, "it")
    } catch (error) {
      expect(error).to.be.instanceOf(InvalidInputError).with.property("argument", "it")
      return "refused"
    }
  }
  const [maxSlug, maxSafe, maxUint] = [2 ** 32 - 1, Number.MAX_SAFE_INTEGER, 2n ** 256n - 1n]

  it("takes numbers to their limits, and their digits", () => {
    for (const [check, max] of [
      [checkSlug, maxSlug],
      [checkChainId, maxSafe],
      [checkByteCount, maxSafe],
      [checkCount, maxSafe],
    ] as const) {
      for (const value of [0, 1, max - 1, max]) {
        expect(result(check, value)).to.equal(value)
        expect(result(check, String(value))).to.equal(value)
      }
      for (const value of [-1, max + 1, String(max + 1), 1.5, "1.5", "-1", " 1", "", "0x1", 1n, null, true, NaN]) {
        expect(result(check, value), String(value)).to.equal("refused")
      }
    }
  })

  it("takes amounts of 256 bits in three forms, and none that is not exact", () => {
    for (const value of [0n, 1n, maxUint]) {
      expect(result(checkUint256, value)).to.equal(value)
      expect(result(checkUint256, String(value))).to.equal(value)
    }
    expect(result(checkUint256, maxSafe)).to.equal(BigInt(maxSafe))
    const tooMuch = maxUint + 1n
    for (const value of [-1n, tooMuch, String(tooMuch), maxSafe + 1, -1, 0.5, "1e3", "+1", "0".repeat(79), true]) {
      expect(result(checkUint256, value), String(value)).to.equal("refused")
    }
    const adviceFor = (value: unknown) => thrown(() => checkUint256(value, "it")).next
    const inexact = [maxSafe + 1, -maxSafe - 1, 1e30].map(adviceFor)
    const none = [0.5, -1, Infinity, NaN, "x", `${maxSafe}.5`].map(adviceFor)
    expect([new Set(inexact).size, new Set(none).size, new Set([...inexact, ...none]).size]).to.deep.equal([1, 1, 2])
  })

  it("takes milliseconds above zero, whole or not", () => {
    for (const value of [0.5, 1, 1e12]) expect(checkMilliseconds(value, "it")).to.equal(value)
    for (const value of [0, -1, NaN, Infinity]) {
      expect(thrown(() => checkMilliseconds(value, "it"))).to.include({ code: "INVALID_INPUT", argument: "it" })
    }
  })

  it("takes 32 bytes of hex in any case, and no more or less", () => {
    expect(result(checkBytes32, `0x${"Ab".repeat(32)}`)).to.equal(`0x${"ab".repeat(32)}`)
    for (const digits of [63, 65, 62]) {
      expect(result(checkBytes32, `0x${"a".repeat(digits)}`)).to.equal("refused")
    }
    expect(result(checkBytes32, "a".repeat(64))).to.equal("refused")
    expect(result(checkAddress, 5)).to.equal("refused")
    expect(result(checkAddress, `0x${"ab".repeat(20)}`)).to.match(/^0x[aAbB]{40}$/)
    expect(result(checkHash, `0x${"AB".repeat(32)}`)).to.equal(`0x${"ab".repeat(32)}`)
    for (const value of ["0x12", 5, undefined]) expect(result(checkHash, value)).to.equal("refused")
  })

  it("takes what a header can hold, and never repeats what it refuses", () => {
    expect(result(checkHeaderValue, "!key~")).to.equal("!key~")
    for (const secret of ["k ey", "key\n", "key\u007f", "kéy", "", 5]) {
      expect(() => checkHeaderValue(secret, "apiKey"))
        .to.throw(InvalidInputError)
        .with.property("argument", "apiKey")
    }
    expect(() => checkHeaderValue("hunter 2", "apiKey"))
      .to.throw(InvalidInputError)
      .with.property("message")
      .that.does.not.include("hunter")
  })

  it("takes the names of a table only, and asks whether a near one was meant", () => {
    const named = (value: unknown) => checkName(value, "it", { table: { SENT: 1, LOST: 2 }, called: "a state" })
    expect([result(named, "SENT"), result(named, "LOST")]).to.deep.equal(["SENT", "LOST"])
    for (const value of ["sent", "toString", "", undefined, 1]) expect(result(named, value)).to.equal("refused")
    const fixOf = (value: string) => thrown(() => named(value)).next
    expect(fixOf("LOSTT")).to.include("Did you mean LOST?")
    expect(fixOf("nothing")).to.not.include("?")
  })

  it("shows a value in quotes, on one line, and nothing of what is none", () => {
    const values = ["a\nb", 1.5, NaN, 7n, true, null, undefined, {}, [1], Symbol("a"), Promise.resolve("0x")]
    expect(values.map(describeValue)).to.deep.equal([
      ...['"a b"', '"1.5"', '"NaN"', '"7"', '"true"', "it", "it", "it", "more than one value", "it"],
      "a promise, which has to be awaited,",
    ])
  })

  it("may be for what is absent, and of several the first mistake is named", () => {
    const checks = { slug: checkSlug, plug: checkAddress, count: optional(checkCount) }
    expect(checkAll(checks, { slug: "7", plug: zeroAddress.replace(/0$/, "1"), more: 1 })).to.deep.equal({
      slug: 7,
      plug: "0x0000000000000000000000000000000000000001",
      count: undefined,
    })
    expect(() => checkAll(checks, { slug: 7, plug: "0x", count: -1 }))
      .to.throw()
      .with.property("argument", "plug")
    expect(result(optional(checkCount), null)).to.equal("refused")
  })
})
