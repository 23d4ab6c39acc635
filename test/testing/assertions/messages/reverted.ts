import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi } from "viem"

import { CallRevertedError } from "#src/onchain/callErrors.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"
import { failureOf } from "#src/testing/assertions/Matcher.js"
import { checkRevertedWithError } from "#src/testing/assertions/messages/delivery.js"
import { describeFailedSend } from "#src/testing/assertions/messages/sentMessages.js"
import { at } from "#test/fixtures/wire/addresses.js"

const abi = parseAbi(["error Closed(uint256 day)", "error Full()"])
const shop = { address: at(1), chainName: "alpha", contractName: "Shop", abi }
const data = encodeErrorResult({ abi, errorName: "Closed", args: [7n] })

describe("a call that reverts with an error of a contract", () => {
  /** What it finds of an error, with its failure text, and that of the negated assertion. */
  const told = async (error: Error, name: string, args?: readonly unknown[]) => {
    const result = await checkRevertedWithError(Promise.reject(error), shop, name, args)
    return [result.holds, await failureOf(result, false), await failureOf(result, true)]
  }

  it("is told by the revert of the world, or by the data of any other error", async () => {
    const ofWorld = new CallRevertedError({ address: at(1), functionName: "enter" }, decodeRevertData(data, []))
    ofWorld.stack = ofWorld.message
    const raw = Object.assign(new Error("execution reverted"), { data })
    for (const [error, instead] of [
      [ofWorld, describeFailedSend(ofWorld)],
      [raw, "it reverts with Closed(day: 7)."],
    ] as const) {
      for (const args of [undefined, [7n]]) {
        const expected = args === undefined ? "Closed" : "Closed(7)"
        const not = `Expected the call not to revert with ${expected}, but it does.`
        expect(await told(error, "Closed", args)).to.deep.equal([true, undefined, not])
      }
      expect(await told(error, "Closed", [8n])).to.deep.equal([
        ...[false, `Expected the call to revert with Closed(8), but ${instead}`, undefined],
      ])
      expect((await told(error, "Full"))[1]).to.equal(`Expected the call to revert with Full, but ${instead}`)
    }
  })

  it("is none that passes, and an error that is no revert is thrown again", async () => {
    const passed = await checkRevertedWithError(Promise.resolve(5), shop, "Full")
    expect([passed.holds, await failureOf(passed, false), await failureOf(passed, true)]).to.deep.equal([
      ...[false, "Expected the call to revert with Full, but it passes.", undefined],
    ])
    const problem = new Error("the node is away")
    const caught: unknown = await told(problem, "Full").catch((error: unknown) => error)
    expect(caught).to.equal(problem)
  })
})
