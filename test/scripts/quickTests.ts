import { expect } from "chai"
import { describe, it } from "mocha"

import { isQuick } from "../../scripts/quickTests.js"
import { filesOfPart, numberOfParts, quickParts } from "../../scripts/testParts.js"

describe("the quick tests", () => {
  it("are those that start nothing, in their own file or in a fixture of their fixtures", () => {
    const quick = ["test/primitives/duration.ts", "test/tasks/hostileText.ts", "test/tasks/messaging/listOnNodes.ts"]
    const slow = [
      "test/tasks/messaging/list.ts",
      "test/plugs/samples.ts",
      "test/action/action.ts",
      "test/docs/run/demos.ts",
    ]
    expect([...quick, ...slow].filter(isQuick)).to.deep.equal(quick)
  })

  it("are each in one part, and the first part needs no contract", () => {
    const [first = [], ...others] = quickParts()
    const all = Array.from({ length: numberOfParts }, (_, part) => filesOfPart(part, false))
    expect([...first, ...others.flat()].sort()).to.deep.equal(all.flat().filter(isQuick).sort())
    expect(first).to.deep.equal(all[0]?.filter(isQuick))
    expect(first).to.not.deep.equal([])
  })

  it("leave what deploys the protocol to the last part, though its folder is in the first, which runs before the build has ended", () => {
    const deploying = "test/messaging/onchain/connection/proxiedPlugs.ts"
    const beside = "test/messaging/onchain/connection/connectCall.ts"
    const all = Array.from({ length: numberOfParts }, (_, part) => filesOfPart(part, true))
    expect(all.findIndex((files) => files.includes(beside))).to.equal(0)
    expect(all.findIndex((files) => files.includes(deploying))).to.equal(numberOfParts - 1)
  })
})
