import { expect } from "chai"
import { describe, it } from "mocha"

import {
  attemptAtNext,
  failed,
  isFailing,
  isGivenUp,
  noAttempt,
  succeeded,
} from "#src/devnet/gateway/ledger/attempt.js"

const context = { clock: { now: () => 5_000 }, retries: { attempts: 3, delay: 500 } }

describe("the attempts at a payload", () => {
  it("are made again after the delay, or ten times as long as one took, until none is left", () => {
    const first = failed(noAttempt, "0xaa", context)
    expect(first).to.deep.equal({ outcome: "SIMULATION_FAILED", attempts: 1, revertData: "0xaa", retryAt: 5_500 })
    expect([49, 50, 51].map((took) => failed(first, "0xbb", context, took).retryAt)).to.deep.equal([
      5_500, 5_500, 5_510,
    ])
    const second = failed(first, "0xbb", context)
    const last = failed(second, "0xcc", context, 1_000)
    expect(last).to.deep.equal({ outcome: "SIMULATION_FAILED", attempts: 3, revertData: "0xcc", retryAt: undefined })
    expect(
      [noAttempt, second, last, succeeded(last)].map((attempt) => [isFailing(attempt), isGivenUp(attempt)]),
    ).to.deep.equal([
      ...[
        [false, false],
        [true, false],
        [true, true],
        [false, false],
      ],
    ])
    expect(succeeded(second)).to.deep.equal({
      ...{ outcome: "SIMULATION_SUCCESS", attempts: 2, revertData: undefined, retryAt: undefined },
    })
  })

  it("are at its execution, and then at its callback", () => {
    const [executionAttempt, callbackAttempt] = [failed(noAttempt, "0xaa", context), noAttempt]
    const payload = { executionAttempt, callbackAttempt, executed: undefined } as never
    expect(attemptAtNext(payload)).to.equal(executionAttempt)
    expect(attemptAtNext({ ...(payload as object), executed: {} } as never)).to.equal(callbackAttempt)
  })
})
