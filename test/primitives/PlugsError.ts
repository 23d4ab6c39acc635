import { inspect } from "node:util"

import { expect } from "chai"
import { HardhatPluginError } from "hardhat/plugins"
import { describe, it } from "mocha"

import { zeroAddress } from "#src/primitives/address.js"
import { argument, chain, chainFact, type Naming, renderText, text } from "#src/primitives/errorText.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { causesOf, isPlugsError, messageOf, PlugsError, plugsErrorIn, renderError } from "#src/primitives/PlugsError.js"

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

  it("is one line where it says so, and has no empty advice", () => {
    const details = { facts: { packet: "0x12" }, isOneLine: true }
    expect(new LostError("It is lost.", { ...details, next: "Look." }).message).to.equal("It is lost. Look.")
    expect(new LostError("It is lost.", details)).to.deep.include({
      message: "It is lost.",
      facts: { packet: "0x12" },
      next: undefined,
    })
    expect(new LostError("It is lost.", { next: text`${""}` })).to.include({ message: "It is lost.", next: undefined })
    expect(new LostError("It is lost.").toJSON()).to.deep.include({ facts: {}, next: null })
  })

  it("escapes in every part what hides itself", () => {
    const hostile = new LostError("a\u001bb", {
      facts: { "c\u202e": "d\u200b", address: zeroAddress },
      next: "e\u0007",
    })
    expect([hostile.shortMessage, hostile.facts, hostile.next]).to.deep.equal([
      "a\\u001bb",
      { "c\\u202e": "d\\u200b", address: zeroAddress },
      "e\\u0007",
    ])
  })

  it("is rendered for a reader with more facts, and stays as it is", () => {
    const naming: Naming = {
      reader: "task",
      argument: (name) => `--${name}`,
      helper: (name) => name,
      chain: (slug) => `chain number ${slug}`,
      address: (address) => `${address.slice(0, 4)} (Vault)`,
    }
    const own = new LostError(text`Lost ${argument("value")}.`, {
      facts: { from: chainFact(5), vault: zeroAddress, gone: undefined },
      next: text`Ask ${chain(5)}.`,
    })
    const before = own.message
    const rendered = renderError(own, naming, { more: "7", none: undefined })
    expect(rendered.message).to.equal(
      "Lost --value.\n  from: chain number 5\n  vault: 0x00 (Vault)\n  more: 7\nAsk chain number 5.",
    )
    expect(rendered.facts).to.deep.equal({ from: "chain number 5", vault: "0x00 (Vault)", more: "7" })
    expect([rendered.shortMessage, rendered.next]).to.deep.equal(["Lost --value.", "Ask chain number 5."])
    expect(rendered).to.be.instanceOf(LostError).and.include({ code: "LOST" })
    expect(rendered.stack).to.contain(rendered.message).and.not.contain(before)
    expect([own.message, isPlugsError(rendered)]).to.deep.equal([before, true])
    expect(Object.keys(rendered).sort()).to.deep.equal(["facts", "next", "shortMessage"])
    expect(renderText(messageOf(own), naming)).to.equal("Lost --value.")
    const older: unknown = Object.assign(new Error("x"), {
      ...{ [Symbol.for("hardhat-plugs.PlugsError")]: true, shortMessage: "Far.", facts: { vault: zeroAddress } },
      next: "Go.",
    })
    if (!isPlugsError(older)) throw new Error("it has the brand")
    expect(renderError(older, naming).message).to.equal("Far.\n  vault: 0x00 (Vault)\nGo.")
    expect(messageOf(older)).to.equal("Far.")
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

  it("is found among the causes of a library's error, the outermost first and in a circle of causes too", () => {
    const wrapped = new Error("outer", { cause: new Error("inner", { cause: error }) })
    expect(plugsErrorIn(wrapped)).to.equal(error)
    expect(plugsErrorIn(new LostError("Again.", { cause: error }))).to.not.equal(error)
    const circle: Error & { cause?: unknown } = new Error("circle")
    circle.cause = circle
    expect([causesOf(circle).length, causesOf(wrapped).length, causesOf("x").length]).to.deep.equal([8, 3, 0])
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
      explanation: "it is empty. Name a chain.",
    })
    const twice = new InvalidInputError({ argument: "dst", problem: "it is empty.", fix: "Name a chain." })
    expect(twice.message).to.equal('Argument "dst": it is empty. Name a chain.')
  })
})
