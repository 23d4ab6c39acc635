import { inspect } from "node:util"

import { expect } from "chai"
import { HardhatPluginError } from "hardhat/plugins"
import { describe, it } from "mocha"

import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { isPlugsError, messageOf, PlugsError, plugsErrorIn, renderError } from "../../src/primitives/PlugsError.js"

class LostError extends PlugsError {
  readonly code = "LOST"
}

describe("PlugsError", () => {
  const error = new LostError("The packet is lost.", {
    facts: { packet: "0x12", chain: undefined, hops: "3" },
    next: "Look under the table.",
  })

  it("says what happened, the facts, and what to do", () => {
    expect(error.message).to.equal("The packet is lost.\n  packet: 0x12\n  hops: 3\nLook under the table.")
    expect(new LostError("Alone.").message).to.equal("Alone.")
  })

  it("is named after its class in its stack, which begins where it was made", () => {
    expect(error.name).to.equal("LostError")
    expect(error.stack).to.match(/^LostError: The packet is lost\.\n/)
    expect(error.stack?.split("\n    at ")[1]).to.include("test/primitives")
    expect(Object.keys(error)).to.not.include("name")
  })

  it("turns into JSON without its stack", () => {
    expect(JSON.parse(JSON.stringify(error))).to.deep.equal({
      code: "LOST",
      message: "The packet is lost.",
      facts: { packet: "0x12", hops: "3" },
      next: "Look under the table.",
      docs: "https://hardhat-plugs.github.io/hardhat-plugs/errors/LOST.html",
    })
  })

  it("keeps its cause", () => {
    const cause = new Error("why")
    expect(new LostError("x", { cause }).cause).to.equal(cause)
    expect("cause" in new LostError("x")).to.equal(false)
  })

  it("is recognized by its brand, whichever copy of the package made it", () => {
    const foreign = Object.assign(new Error("x"), { [Symbol.for("hardhat-plugs.PlugsError")]: true })
    expect(isPlugsError(error)).to.equal(true)
    expect(isPlugsError(foreign)).to.equal(true)
    expect([new Error("x"), null, "LOST", { code: "LOST" }].some(isPlugsError)).to.equal(false)
    expect(inspect(error)).to.not.include("Symbol(")
  })

  it("is rendered and quoted as it stands where another copy of the package made it", () => {
    const fields = { code: "LOST", shortMessage: "It is lost.", facts: { packet: "0x12" }, next: "Look." }
    const foreign = Object.assign(new Error("It is lost.\n  packet: 0x12\nLook."), {
      [Symbol.for("hardhat-plugs.PlugsError")]: true,
      ...fields,
    }) as unknown as PlugsError
    expect(messageOf(foreign)).to.equal("It is lost.")
    const naming = { reader: "task", argument: String, helper: String, chain: String, address: String } as const
    const rendered = renderError(foreign, naming, { "error of": "a file" })
    expect(rendered.message).to.equal("It is lost.\n  packet: 0x12\n  error of: a file\nLook.")
    expect([rendered.code, rendered.facts]).to.deep.equal(["LOST", { packet: "0x12", "error of": "a file" }])
    expect(foreign.facts).to.deep.equal({ packet: "0x12" })
  })

  it("is found among the causes of a library's error, the outermost first and in a circle of causes too", () => {
    const wrapped = new Error("outer", { cause: new Error("inner", { cause: error }) })
    expect(plugsErrorIn(wrapped)).to.equal(error)
    expect(plugsErrorIn(new LostError("Again.", { cause: error }))).to.not.equal(error)
    const circle: Error & { cause?: unknown } = new Error("circle")
    circle.cause = circle
    expect([plugsErrorIn(circle), plugsErrorIn(new Error("x")), plugsErrorIn(null)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ])
  })

  it("is a plugin's error to Hardhat, which then shows no stack and requests no bug report", () => {
    expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true)
    expect(error).to.have.property("pluginId", "hardhat-plugs")
  })

  it("is one line for a bad input: the argument, the problem, the fix", () => {
    const bad = new InvalidInputError({ argument: "--dst", problem: "it is empty", fix: "Name a chain." })
    expect(bad).to.include({
      code: "INVALID_INPUT",
      argument: "--dst",
      message: 'Option "--dst": it is empty. Name a chain.',
    })
  })
})
