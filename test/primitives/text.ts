import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { escapeHidden, exactJson, excerpt, inQuotes, oneLine, shorten } from "#src/primitives/text.js"

const awkward = fc.constantFrom(
  "a",
  "é",
  "😀",
  "𝒳",
  " ",
  "\n",
  "\r",
  "\t",
  "\u0000",
  "\u001b",
  "\u009b",
  "\u2028",
  "\u202e",
)

describe("quote", () => {
  it("puts text from outside on one line, without escape sequences", () => {
    expect(inQuotes("\u001b[2J\r\nrm -rf\t/\u202e")).to.equal('"[2J rm -rf /"')
  })

  it("shortens long text, and never splits a character", () => {
    expect(shorten("abcdef", 4)).to.equal("abc…")
    expect(shorten("abcd", 4)).to.equal("abcd")
    expect(["ab😀cd", "a😀bcd", "😀abcd"].map((text) => shorten(text, 4))).to.deep.equal(["ab…", "a😀…", "😀a…"])
    expect([60, 61].map((length) => inQuotes("a".repeat(length)))).to.deep.equal([
      `"${"a".repeat(60)}"`,
      `"${"a".repeat(59)}…"`,
    ])
    fc.assert(
      fc.property(fc.string({ unit: awkward, minLength: 10 }), (text) => {
        const short = shorten(text, 8)
        expect(short.length).to.be.at.most(8)
        expect(short.isWellFormed()).to.equal(text.isWellFormed())
      }),
    )
  })

  it("makes an excerpt of one line, of 80 characters by default", () => {
    expect(excerpt(`a\n${"b".repeat(100)}`)).to.equal(`a ${"b".repeat(77)}…`)
    expect(excerpt("abcdef", 4)).to.equal("abc…")
  })

  it("never lets a control character through", () => {
    fc.assert(
      fc.property(fc.string({ unit: awkward }), (text) => {
        expect(oneLine(text)).to.not.match(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
      }),
    )
  })
})

describe("escapeHidden", () => {
  it("shows what a terminal would obey, and line feeds unless they are kept", () => {
    const text = "a\u001B[2K\nb\u202E\u200Bc \u00E9"
    expect(escapeHidden(text)).to.equal("a\\u001b[2K\\u000ab\\u202e\\u200bc \u00E9")
    expect(escapeHidden("\u0000\u{E0001}")).to.equal("\\u0000\\udb40\\udc01")
    expect(escapeHidden(text, { keepsLines: true })).to.equal("a\\u001b[2K\nb\\u202e\\u200bc \u00E9")
  })
})

describe("exactJson", () => {
  it("writes amounts as their digits, to the last", () => {
    expect(exactJson({ fee: 2n ** 64n, list: [1n, 2] })).to.equal('{"fee":"18446744073709551616","list":["1",2]}')
    expect(exactJson([1n], 1)).to.equal('[\n "1"\n]')
  })
})
