import { expect } from "chai"
import { describe, it } from "mocha"

import { defaultGasCap } from "../../../../src/onchain/gas/gasCaps.js"
import { acceptedLimits, type AcceptedPlan } from "../../../../tasks/swap/execute/executeInSteps.js"
import { canAsk } from "../../../../tasks/swap/execute/executeSwap.js"
import { gasOfEntry } from "../../../../tasks/swap/execute/planOfEntry.js"
import { confirmPlan } from "../../../../tasks/swap/execute/SwapStep.js"
import { thrown } from "../../../fixtures/failure.js"
import { journalEntry } from "../../../fixtures/wire/swapRoutes.js"

describe("canAsk", () => {
  it("needs a terminal, and neither --yes nor --json", () => {
    const asked = [true, false].flatMap((yes) =>
      [true, false].flatMap((json) =>
        [true, false, undefined].map((isTTY) => [yes, json, isTTY, canAsk({ yes, json }, { isTTY } as never)] as const),
      ),
    )
    expect(asked.filter(([, , , can]) => can)).to.deep.equal([[false, false, true, true]])
  })
})

describe("confirmPlan", () => {
  it("goes on after a yes alone, and an interruption counts as no answer", () => {
    const plan = { minOut: 7n } as never
    const end = (answers: readonly boolean[], signal = new AbortController().signal) => {
      const asking = confirmPlan(plan, signal)
      const { value: step } = asking.next()
      expect(step).to.deep.include({ kind: "confirm", plan })
      for (const answer of answers) if (step?.kind === "confirm") step.answer(answer)
      try {
        return asking.next()
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    expect(end([true])).to.deep.equal({ value: undefined, done: true })
    expect([end([]), end([false]), end([true, false])]).to.deep.equal(Array(3).fill("SWAP_DECLINED"))
    expect([end([true], AbortSignal.abort()), end([], AbortSignal.abort())]).to.deep.equal(["ABORTED", "ABORTED"])
  })
})

describe("acceptedLimits", () => {
  it("takes what is not decoded if the user has said so, or was shown it and agreed to no other plan", () => {
    const undecoded = ["leastOut"] as const
    const takes = (isSaid: boolean, accepted: AcceptedPlan | undefined, canBeAsked: boolean) => {
      const limits = acceptedLimits(
        { limits: { acceptLoss: 3, acceptUndecoded: isSaid } },
        { accepted, canAsk: canBeAsked },
      )
      expect(limits).to.include({ acceptLoss: 3, minOut: accepted?.minOut })
      return limits.acceptUndecoded
    }
    const decoded = { undecoded: [], minOut: 7n }
    const table = [undefined, decoded, { undecoded, minOut: undefined }].map((accepted) =>
      [false, true].flatMap((isSaid) => [false, true].map((can) => takes(isSaid, accepted, can))),
    )
    expect(table).to.deep.equal([
      [false, true, true, true],
      [false, false, true, true],
      [true, true, true, true],
    ])
  })
})

describe("gasOfEntry", () => {
  const native = { symbol: "POL", decimals: 18 }
  const gasOf = (limits: object, submission = journalEntry().submission) => gasOfEntry({ submission }, limits, native)

  it("is what signed bytes cost at most, and what the limits allow where nothing is signed", () => {
    // 100,000 gas for 2 wei each.
    expect(gasOf({ maxGasCost: 200_000n })).to.deep.equal({ cost: 200_000n, native, limits: { maxGasCost: 200_000n } })
    expect(gasOf({}).cost).to.equal(200_000n)
    expect(thrown(() => gasOf({ maxGasCost: 199_999n })).code).to.equal("GAS_TOO_EXPENSIVE")
    const unsigned = { ...journalEntry().submission!, raw: undefined } as never
    expect(gasOf({ maxGasCost: 5n }, unsigned).cost).to.equal(5n)
    expect(gasOf({}, unsigned).cost).to.equal(defaultGasCap("POL"))
  })
})
