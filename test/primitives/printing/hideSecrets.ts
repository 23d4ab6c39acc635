import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { createHideSecrets } from "#src/primitives/printing/hideSecrets.js"
import { runs } from "#test/fixtures/depth.js"
import { keyEchoes } from "#test/fixtures/wire/keyEchoes.js"

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+/=&<"
const keys = fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 16, maxLength: 64 })

describe("createHideSecrets", () => {
  for (const [how, echo] of Object.entries(keyEchoes)) {
    it(`hides a key that is written ${how}`, () => {
      fc.assert(
        fc.property(keys, (key) => {
          const shown = createHideSecrets([key])(`the key ( ${echo(key)} ) is unknown`)
          // At the ends of base64 a character is partly of the text beside the key.
          expect(shown).to.match(/^the key \( .{0,6}\[redacted\].{0,6} \) is unknown$/)
        }),
        runs({ fast: 30, deep: 1_000 }),
      )
    })
  }

  it("hides every character of a key and of what it is encoded as, and no other", () => {
    const key = "Sesame&\"<open>'wide"
    const hide = createHideSecrets([key])
    const [base64, hex] = [Buffer.from(key).toString("base64url"), Buffer.from(key).toString("hex")]
    for (const [given, shown] of [
      [key, "[redacted]"],
      [`"${key}"`, '"[redacted]"'],
      [`İİ ${key.toUpperCase()} ı`, "İİ [redacted] ı"],
      ["Sesame&amp;&quot;&lt;open&gt;&#39;wide", "[redacted]"],
      ["Sesame%26%22%3Copen%3E'wide", "[redacted]"],
      ["Sesame&\\\"<open>'wide", "[redacted]"],
      [base64, "[redacted]"],
      [`${base64}==`, "[redacted]=="],
      [`z${base64}z`, "z[redacted]z"],
      [`gg${hex}gg`, "gg[redacted]gg"],
      [`${key}${key}, ${key}`, "[redacted], [redacted]"],
      ["Sesame&", "Sesame&"],
      ['sesame&"', "[redacted]"],
      ["0123456789a", "0123456789a"],
    ] as const) {
      expect(hide(given), given).to.equal(shown)
    }
    const hideDigits = createHideSecrets(["token 0123456789abcdef", "Basic open:wide"])
    expect(
      ["0123456789a ", "0123456789ab", "open:wid", "token ", "basic open:wi"].map((text) => hideDigits(text)),
    ).to.deep.equal(["0123456789a ", "[redacted]", "[redacted]", "token ", "basic open:wi"])
  })

  it("hides what comes before the end, even if the key goes on after it", () => {
    const hide = createHideSecrets(["sesame-open-wide"])
    expect(hide("the key sesame-open-wide", 12)).to.equal("the key [redacted]")
    expect(hide("the key sesame-open-wide", 8)).to.equal("the key ")
  })

  it("keeps everything else as it is, hidden characters and encodings too", () => {
    const hide = createHideSecrets(["sesame-open-wide", "Bearer 0123456789abcdef"])
    for (const text of ["", "the sesame\u200B is\nopen", "%41\\u0041&amp;", "0x0123456789a", "widé"]) {
      expect(hide(text)).to.equal(text)
    }
    expect(createHideSecrets([])("sesame")).to.equal("sesame")
    expect(createHideSecrets(["", " "])("a b")).to.equal("a b")
  })

  it("takes no longer for text that is made to slow it down", () => {
    const hide = createHideSecrets(["sesame-open-wide"])
    const began = process.cpuUsage().user
    for (const part of ["%25", "\\", "A", "sesame-open-wid"]) hide(part.repeat(30_000 / part.length))
    expect(process.cpuUsage().user - began).to.be.below(600_000)
  })
})
