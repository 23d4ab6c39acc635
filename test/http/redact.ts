import { expect } from "chai"
import { describe, it } from "mocha"

import { createRedact } from "#src/primitives/printing/hideSecrets.js"

const key = "sesame-open-wide"
/** Characters of a text that are shown at most. */
const limit = 4_096

describe("createRedact", () => {
  const redact = createRedact([`Bearer ${key}`])
  const shown = (text: string): string => redact(text, 10_000)

  it("hides a key that the length limit cuts, wherever it does", () => {
    for (let before = 1; before <= key.length; before += 1) {
      const filling = "x".repeat(limit - before)
      expect(shown(`${filling}${key} and more`), `${before} before the limit`).to.equal(`${filling}[redacted]…`)
    }
    expect(shown(`${"x".repeat(limit)}${key}`)).to.equal(`${"x".repeat(limit)}…`)
  })

  it("hides a key that the caller's own length would cut", () => {
    expect(redact(`the key ${key} is unknown`, 12)).to.equal("the key [re…")
  })

  it("says that it has cut a text only if it has, to the character", () => {
    for (const length of [0, 1, limit - 1, limit]) expect(shown("x".repeat(length))).to.have.length(length)
    expect(shown("x".repeat(limit + 1))).to.equal(`${"x".repeat(limit)}…`)
  })
})
