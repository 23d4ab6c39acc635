import { expect } from "chai"
import { describe, it } from "mocha"
import { BaseError } from "viem"

import { PlugsError } from "#src/primitives/PlugsError.js"
import { explainFailure } from "#tasks/doctor/explainFailure.js"

class ClosedError extends PlugsError {
  readonly code = "CLOSED"
}

describe("what the doctor says of a failure", () => {
  const secret = `0x${"ab".repeat(32)}`

  it("is the error's own first line with what was said, and its advice", () => {
    const details = { next: "Open it." }
    const both = { "server says": "not today", reason: "a holiday" }
    expect(explainFailure(new ClosedError("It is closed.", { ...details, facts: both }))).to.deep.include({
      status: "failed",
      says: "It is closed (not today).",
      mend: "Open it.",
    })
    const { says } = explainFailure(new ClosedError("It is closed.", { facts: { reason: "a holiday" } }))
    expect(says).to.equal("It is closed (a holiday).")
    const bare = explainFailure(new ClosedError("It is closed."))
    expect(bare.says).to.equal("It is closed.")
    expect(bare.mend).to.be.a("string").and.not.equal("")
  })

  it("names the configuration variable that is not set", () => {
    const error = new Error('HHE7: Configuration Variable "NODE_URL" not found')
    expect(explainFailure(error).says).to.include("NODE_URL")
    expect(explainFailure(error).mend).to.include("NODE_URL")
  })

  it("shows neither a URL nor a long number of what others throw", () => {
    const thrown = new TypeError(`no answer of https://node.example/key for ${secret}`)
    for (const error of [
      thrown,
      new BaseError(thrown.message),
      Object.assign(new Error(thrown.message), { name: "HardhatError" }),
    ]) {
      const { status, says } = explainFailure(error)
      expect(status).to.equal("failed")
      expect(says).to.not.include("node.example")
    }
    expect(explainFailure(thrown).says).to.include("TypeError").and.not.include("abababab")
  })

  it("tells a node that answers nonsense from Hardhat and from what is not known", () => {
    const hardhat = Object.assign(new Error("no such network"), { name: "HardhatError" })
    const mends = [new BaseError("odd"), hardhat, new Error("odd"), "odd"].map((error) => explainFailure(error).mend)
    expect(mends[2]).to.equal(mends[3])
    expect(new Set(mends)).to.have.property("size", 3)
    expect(explainFailure(hardhat).says).to.not.include("HardhatError")
  })

  it("cuts what others say at 200 letters, and takes out what can be a key and nothing shorter", () => {
    const saysOf = (error: unknown) => explainFailure(error).says
    const [fits, cut] = ["y".repeat(200), `${"y".repeat(199)}…`]
    const told = (text: string) => saysOf(new ClosedError("It is closed.", { facts: { "server says": text } }))
    expect([told(fits), told(`${fits}y`)]).to.deep.equal([`It is closed (${fits}).`, `It is closed (${cut}).`])
    const unknown = "This could not be checked: "
    for (const [error, says] of [
      [new Error(fits), `${unknown}${fits}`],
      [new Error(`${fits}y`), `${unknown}${cut}`],
      [new RangeError("too far"), `${unknown}RangeError: too far`],
      [Object.assign(new Error("no such task"), { name: "HardhatError" }), "Hardhat says: no such task"],
      ["a text", unknown],
      [new Error("at wss://node.example/key, HTTP://b?key=1 or ftp"), `${unknown}at its URL its URL or ftp`],
      [new Error(`${"a".repeat(63)} 0x${"A".repeat(64)} ${"b".repeat(65)}`), `${unknown}${"a".repeat(63)} … …`],
      [new Error('Configuration Variable "A" not found'), "The configuration variable A is not set."],
      [new Error('Configuration Variable "A-B" not found'), `${unknown}Configuration Variable "A-B" not found`],
    ] as const) {
      expect(saysOf(error)).to.equal(says)
    }
  })
})
