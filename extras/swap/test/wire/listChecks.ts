import { inspect } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import { tokensListSchema } from "#extras/swap/src/wire/listSchemas.js"
import { checkFlag, checkList, tokensListChecks } from "#extras/swap/src/wire/parameters/listChecks.js"
import { thrown } from "#test/fixtures/failure.js"
import { dai, enveloped, tokenOnWire } from "#test/fixtures/wire/swapRoutes.js"

describe("the parameters of lists of tokens", () => {
  it("have a list as an array, as text with commas, or as one number", () => {
    const list = (value: unknown) => checkList(value, "chainIds")
    expect([list([1, "b"]), list(5), list(" 1, ,b ,"), list("")]).to.deep.equal([[1, "b"], [5], ["1", "b"], []])
    for (const value of [{}, null, undefined, true, 5n]) {
      const { message, facts } = thrown(() => list(value))
      expect(facts["argument"]).to.equal("chainIds")
      expect(message).to.contain("is not a list").and.to.contain("Give an array, or text with commas.")
    }
    const ids = (value: unknown) => tokensListChecks.chainIds(value, "chainIds")
    expect([ids(41_001), ids("41001, 41002"), ids(undefined)]).to.deep.equal([[41_001], [41_001, 41_002], undefined])
    expect(thrown(() => ids([1, "alpha"])).facts["argument"]).to.equal("chainIds")
  })

  it("have a flag as true or false, also as text, and as nothing else", () => {
    const flag = (value: unknown) => checkFlag(value, "includeDepositRoutes")
    expect([true, "true", false, "false"].map(flag)).to.deep.equal([true, true, false, false])
    for (const value of ["TRUE", "", 1, null]) {
      expect(thrown(() => flag(value)).message).to.contain("is neither true nor false")
    }
  })
})

describe("a listed token", () => {
  it("is printed with its address, like any other object", () => {
    const [token] = tokensListSchema.parse(enveloped({ 41001: [tokenOnWire()] }))["41001"]!
    expect(inspect(token))
      .to.equal(inspect({ ...token }))
      .and.to.contain(`address: '${dai}'`)
    expect(inspect(token)).to.not.contain("Getter")
  })
})
