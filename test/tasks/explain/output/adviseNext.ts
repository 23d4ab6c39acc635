import { expect } from "chai"
import { describe, it } from "mocha"

import type { Explanation } from "#src/explaining/Explanation.js"
import { plainText } from "#src/terminal/renderText.js"
import { adviseNext, explainHint, type NextCommands } from "#tasks/explain/output/adviseNext.js"

describe("adviseNext", () => {
  it("gives the command that goes on: after a fix, once others have fixed it, or at once", () => {
    const both: NextCommands = { again: "again", follow: "follow" }
    const cause = (mend: object | null, name = "not-connected") => ({ name, mend })
    const command = cause({ by: "you", command: "npx hardhat x" })
    const [byHand, byOthers] = [cause({ by: "you", command: null }), cause({ by: "others", command: null })]
    const unknown = cause(null)
    const next = (verdict: Explanation["verdict"], causes: readonly object[] = [], commands = both, kind = "swap") => {
      const { says, command: line } = adviseNext({ verdict, causes, subject: { kind } } as never, commands)
      return [line, says.match(/cause \d|Nothing|protocol|longer|Others/g)?.join() ?? null]
    }
    expect(next("delivered", [command])).to.deep.equal([null, "Nothing"])
    expect(next("delivered", [cause(null), cause(null, "kept-back")], both, "message")).to.deep.equal([
      null,
      "protocol,cause 2",
    ])
    expect(next("waiting")).to.deep.equal(["follow", "Nothing"])
    expect(next("waiting", [], { again: "again" })).to.deep.equal(["again", "Nothing"])
    expect(next("waiting", [cause(null, "slow-stage")])).to.deep.equal(["again", "longer"])
    expect(next("stuck")).to.deep.equal(["again", null])
    expect(next("stuck", [unknown, unknown])).to.deep.equal(["again", null])
    expect(next("stuck", [unknown, command, byOthers])).to.deep.equal(["again", "cause 2"])
    expect(next("stuck", [byHand, command])).to.deep.equal(["again", "cause 1"])
    expect(next("stuck", [unknown, byOthers])).to.deep.equal(["again --markdown story.md", "Others"])
    expect(next("stuck", [byOthers, unknown, command])).to.deep.equal([
      "again --markdown story.md",
      "Others,cause 1,cause 3",
    ])
  })
})

describe("explainHint", () => {
  it("names the command below a list, where something has not arrived", () => {
    const command = "npx hardhat messaging explain 0x12"
    expect(plainText(explainHint(command))).to.match(/: npx hardhat messaging explain 0x12$/)
    expect(plainText(explainHint(undefined))).to.equal("")
  })
})
