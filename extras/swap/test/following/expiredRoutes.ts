import { expect } from "chai"
import { describe, it } from "mocha"

import { RouteExpiredError } from "#extras/swap/src/following/trackingErrors.js"
import { watchSwap } from "#extras/swap/test/fixtures/swapApi.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { statusAt } from "#test/fixtures/wire/swapRoutes.js"

const hash = bytes32(1)
const origin = { chainId: 41001, status: "COMPLETED", txHash: hash }
const expired = statusAt("EXPIRED")
const expiredAfterSending = statusAt("EXPIRED", { origin })

describe("watchRoute, where the API calls a route expired", () => {
  it("ends if no transaction is known", async () => {
    expect((await watchSwap([statusAt("PENDING"), expired, statusAt("COMPLETED")])).error).to.be.instanceOf(
      RouteExpiredError,
    )
  })

  const known = {
    "the caller knows that it is mined": { parameters: { isMined: true }, answers: [expired] },
    "the caller follows a transaction": { parameters: { quoteId: undefined, srcTxHash: hash }, answers: [expired] },
    "the API names it": { parameters: {}, answers: [expiredAfterSending] },
    "the API named it before": { parameters: {}, answers: [statusAt("PENDING", { origin }), expired] },
  }
  for (const [when, { parameters, answers }] of Object.entries(known)) {
    it(`goes on to the end if its transaction was sent: ${when}`, async () => {
      const { states, error } = await watchSwap(
        [...answers, statusAt("IN_PROGRESS"), statusAt("COMPLETED")],
        parameters,
      )
      expect(error).to.equal(undefined)
      expect(states.slice(-3)).to.deep.equal(["EXPIRED", "IN_PROGRESS", "COMPLETED"])
    })

    it(`ends at the deadline if its transaction was sent and nothing else is said: ${when}`, async () => {
      const { error, took } = await watchSwap([...answers, ...answers.slice(-1)], { ...parameters, timeout: 90_000 })
      expect(error).to.be.instanceOf(DeadlinePassedError)
      expect(took).to.equal(90_000)
    })
  }
})
