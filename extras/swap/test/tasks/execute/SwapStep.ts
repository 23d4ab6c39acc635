import { expect } from "chai"
import { describe, it } from "mocha"

import { assertConfirmed, confirmPlan, SwapDeclinedError } from "#extras/swap/tasks/execute/SwapStep.js"
import { thrown } from "#test/fixtures/failure.js"

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

describe("assertConfirmed", () => {
  it("ends with what was declined, or as interrupted whatever was said", () => {
    const { signal } = new AbortController()
    assertConfirmed(true, signal)
    assertConfirmed(true, signal, "Revoking was not confirmed.")
    for (const refusal of ["Revoking was not confirmed.", undefined]) {
      const { code, message } = thrown(() => {
        assertConfirmed(false, signal, refusal)
      })
      expect([code, message]).to.deep.equal(["SWAP_DECLINED", refusal ?? new SwapDeclinedError().message])
    }
    for (const isConfirmed of [true, false]) {
      const interrupted = thrown(() => {
        assertConfirmed(isConfirmed, AbortSignal.abort())
      })
      expect(interrupted.code).to.equal("ABORTED")
    }
  })
})
