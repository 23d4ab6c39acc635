import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { escapeUnclear } from "../../../src/primitives/printing/unclearLetters.js"
import { hostileText } from "../../fixtures/output/hostileText.js"

describe("escapeUnclear", () => {
  it("escapes letters of another script in a Latin word", () => {
    expect(escapeUnclear("USD\u0421 and W\u0395TH")).to.equal("USD\\u0421 and W\\u0395TH")
    expect(escapeUnclear("\u0421oin\u0431ase")).to.equal("\\u0421oin\\u0431ase")
  })

  it("escapes words that have only letters with a Latin twin", () => {
    expect(escapeUnclear("\u0415\u0422\u041D")).to.equal("\\u0415\\u0422\\u041d")
    expect(escapeUnclear("USD.\u0421")).to.equal("USD.\\u0421")
  })

  it("escapes styles, symbols and alphabets that pass for Latin", () => {
    for (const letters of ["𝐔𝐒𝐃𝐂", "ＵＳＤＣ", "ⓤⓢⓓⓒ", "ᴜꜱᴅᴄ", "ᎪᏴ", "ꓴꓢ", "ᵁ"]) {
      expect(escapeUnclear(letters), letters).to.match(/^(?:\\u[0-9a-f]{4})+$/)
    }
  })

  it("escapes marks that combine with the letter before, however many", () => {
    expect(escapeUnclear("U\u0336S\u0301\u0302")).to.equal("U\\u0336S\\u0301\\u0302")
  })

  it("leaves words of one script, and those of scripts that are written beside Latin", () => {
    for (const text of [
      "USDC",
      "é Größe",
      "Рубль",
      "Ευρώ",
      "हिन्दी",
      "日本円JPY",
      "원화KRW",
      "Tシャツ",
      "→ … – ↔ 😀",
      "Δ",
    ]) {
      expect(escapeUnclear(text)).to.equal(text)
    }
  })

  it("changes nothing more when it is applied again, and keeps the value of JSON", () => {
    fc.assert(
      fc.property(
        fc.oneof(hostileText, fc.string({ unit: fc.constantFrom("С", "C", "é", "\u0301", "\\", '"', "Ｕ") })),
        (text) => {
          const escaped = escapeUnclear(text)
          expect(escapeUnclear(escaped)).to.equal(escaped)
          expect(JSON.parse(escapeUnclear(JSON.stringify(text)))).to.equal(text)
        },
      ),
    )
  })
})
