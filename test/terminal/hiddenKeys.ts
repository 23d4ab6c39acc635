import { expect } from "chai"
import { describe, it } from "mocha"

import { hideInOutput, withoutKeys } from "#src/terminal/hiddenKeys.js"

describe("the keys that were read", () => {
  it("are all hidden from then on, but for words that are too short to be one", () => {
    const [first, second, shortest, word] = ["first-key-of-two", "another-key-2", "8letters", "7letter"]
    const text = `${first}, ${second}, ${shortest}, ${word}`
    expect(withoutKeys(text)).to.equal(text)
    for (const key of [undefined, first, second, shortest, word, first]) hideInOutput(key)
    const shown = withoutKeys(text)
    for (const key of [first, second, shortest]) expect(shown).to.not.include(key)
    expect(shown).to.include(word)
  })
})
