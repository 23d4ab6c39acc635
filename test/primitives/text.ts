import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { excerpt, inQuotes, oneLine, shorten } from "../../src/primitives/text.js"

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
