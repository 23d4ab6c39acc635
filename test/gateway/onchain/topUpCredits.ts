import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { feesManagerAbi } from "#src/gateway/onchain/abi.js"
import { topUpCredits } from "#src/gateway/onchain/credits.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain, type FakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { chainWithFeesPlug, deposit } from "#test/fixtures/worlds/gateway/fakeFeesPlug.js"

const feesManager: Address = "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9"

describe("topUpCredits", () => {
  /** A gateway chain whose fees manager reports these amounts in turn, and then the last one. */
  function gatewayWith(...amounts: readonly bigint[]): FakeChain {
    let reads = 0
    const answer = (): bigint => amounts[Math.min(reads++, amounts.length - 1)]!
    return createFakeChain({ contracts: { [feesManager]: { abi: feesManagerAbi, answer } } })
  }

  async function topUp(gateway: FakeChain, credited: bigint) {
    const { client } = chainWithFeesPlug({ credited })
    const clock = createManualClock()
    const { feesPlug, token, receiver, amount } = deposit
    const paid = { feesManager, receiver, amount, clock, minInterval: 1_000, maxInterval: 1_000, timeout: 60_000 }
    return await clock.run(
      topUpCredits(gateway.client, client, { ...paid, deposit: { publicClient: client, feesPlug, token } }),
    )
  }

  it("waits for what the deposit adds to the credits from before, to the unit", async () => {
    // More than the deposit was there, and somebody else adds something smaller first.
    const { before, after, creditAmount } = await topUp(gatewayWith(9_000n, 9_000n, 9_449n, 9_450n), 450n)
    expect({ before, after, creditAmount }).to.deep.equal({ before: 9_000n, after: 9_450n, creditAmount: 450n })
  })

  it("says what it has waited for when the credits never come, however many there were", async () => {
    const error = await failure(topUp(gatewayWith(9_000n, 9_449n), 450n))
    expect(error.code).to.equal("DEADLINE_PASSED")
    expect(error.facts["waited for"]).to.contain("9450")
  })
})
