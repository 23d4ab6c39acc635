import { expect } from "chai"
import { describe, it } from "mocha"

import { argument, chain, chainFact, either, helper, type Naming, renderText, text } from "#src/primitives/errorText.js"

const taskNaming: Naming = {
  reader: "task",
  argument: (name) => `--${name}`,
  helper: (name) => `run ${name}`,
  chain: (slug, as) => `${as} of ${slug}`,
  address: (address) => `${address} (Vault)`,
}

describe("the text of an error", () => {
  it("names everything as its reader does", () => {
    const advice = text`Raise ${argument("maxFee")}, ask ${helper("getMinFees")} of ${chain(5)}: ${either("code", "words")}.`
    expect(renderText(advice)).to.equal("Raise maxFee, ask getMinFees of chain 5: code.")
    expect(renderText(advice, taskNaming)).to.equal("Raise --maxFee, ask run getMinFees of sentence of 5: words.")
    expect([renderText(chainFact(7)), renderText(chainFact(7), taskNaming)]).to.deep.equal(["7", "fact of 7"])
    const address = [{ address: "0x12" }]
    expect([renderText(address), renderText(address, taskNaming)]).to.deep.equal(["0x12", "0x12 (Vault)"])
  })

  it("puts texts into texts, and nothing at its ends", () => {
    expect(renderText(text` See ${text`the ${chain(1)}`} or ${"that"} `)).to.equal("See the chain 1 or that")
  })

  for (const [name, subject] of [
    ["maxFee", 'Argument "maxFee"'],
    ["--max-fee", 'Option "--max-fee"'],
    ["config.plugs.chains", 'Setting "config.plugs.chains"'],
    ["wiring.apps[0]", 'Setting "wiring.apps[0]"'],
    ["configuration", 'Argument "configuration"'],
    ["hardhat-plugs init", 'Command "hardhat-plugs init"'],
    ["batch.json", 'File "batch.json"'],
    ["jsonFile", 'Argument "jsonFile"'],
    ["argument 2 (uint256)", "Argument 2 (uint256)"],
  ] as const) {
    it(`begins with what ${name} is`, () => {
      expect(renderText([{ subject: name }])).to.equal(subject)
    })
  }
})
