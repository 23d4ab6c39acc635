import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { didYouMean, nearest } from "#src/primitives/commands/nearest.js"

const chains = ["alpha", "beta", "arbitrum", "optimism", "base"]

describe("nearest", () => {
  const near: Record<string, string> = {
    alfa: "alpha",
    betta: "beta",
    ALPHA: "alpha",
    lapha: "alpha",
    arbitrun: "arbitrum",
    arb: "arbitrum",
    "opti-mism": "optimism",
    bsae: "base",
  }
  for (const [word, expected] of Object.entries(near)) {
    it(`takes ${word} for ${expected}`, () => {
      expect(nearest(word, chains)).to.equal(expected)
    })
  }

  it("finds nothing for what is no mistyped name", () => {
    for (const word of ["", " ", "x", "polygon", "0x12", "zz", "a".repeat(100_000)]) {
      expect(nearest(word, chains), word.slice(0, 20)).to.equal(undefined)
    }
    expect(nearest("alpha", [])).to.equal(undefined)
  })

  it("counts two letters that are swapped as one mistake, and no other two", () => {
    expect(nearest("abes", ["base"])).to.equal("base")
    for (const word of ["aaxs", "aaet"]) expect(nearest(word, ["base"]), word).to.equal(undefined)
  })

  it("prefers what is written exactly, then the first of what is equally near", () => {
    expect(nearest("arb", ["arbx", "arb", "arc"])).to.equal("arb")
    expect(nearest("arb", ["arbiter", "arbx"])).to.equal("arbiter")
    expect(nearest("ALPHA", ["alpah", "alpha"])).to.equal("alpha")
    expect(nearest(" al-p_h a", ["alpah", "alpha"])).to.equal("alpha")
  })

  it("takes one mistake in three letters, two in four, three in six, and four in more, but never in all of a word", () => {
    for (const [word, candidate, isNear] of [
      ...([
        ["abc", "abd", true],
        ["abc", "ade", false],
        ["abcd", "abxy", true],
        ["abcd", "axyz", false],
      ] as const),
      ...([
        ["abcdef", "abcxyz", true],
        ["abcdef", "abwxyz", false],
        ["abcdefghi", "abcdewxyz", true],
      ] as const),
      ...([
        ["abcdefghi", "abcdvwxyz", false],
        ["abcdefghijklmno", "abcdefghijkwxyz", true],
      ] as const),
      ...([
        ["abcdefghijklmno", "abcdefghijvwxyz", false],
        ["a", "b", false],
        ["ab", "xb", true],
        ["a", "ab", false],
      ] as const),
      ...([
        ["ab", "abxyz", false],
        ["abc", "abcdefghij", true],
      ] as const),
    ]) {
      expect(nearest(word, [candidate]), `${word} ${candidate}`).to.equal(isNear ? candidate : undefined)
    }
  })

  it("compares words of 80 letters, and none that are longer", () => {
    const [long, longer] = ["a".repeat(80), "a".repeat(81)]
    expect([nearest(long, [long]), nearest(longer, [long]), nearest(long, [longer])]).to.deep.equal([
      ...[long, undefined, undefined],
    ])
  })

  it("asks in the words of an error's end, or says nothing", () => {
    expect(didYouMean("alfa", chains)).to.equal(" Did you mean alpha?")
    expect(didYouMean("polygon", chains)).to.equal("")
  })

  it("always finds a candidate that is written exactly, of one letter more", () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{4,12}$/), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(words, fc.nat(), (candidates, index) => {
        const candidate = candidates[index % candidates.length]!
        expect(nearest(candidate, candidates)).to.equal(candidate)
        expect(nearest(`${candidate}q`, [candidate])).to.equal(candidate)
      }),
    )
  })
})
