import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import type { EvmDeposit } from "../../../../src/swap/depositTransfer.js"
import type { DepositRecord } from "../../../../src/swap/execution/journal/depositRecords.js"
import { createSwapClient } from "../../../../src/swap/index.js"
import type { RouteState } from "../../../../src/swap/states.js"
import { mockApi } from "../../../../src/testing/index.js"
import type { Step } from "../../../../src/testing/mockApi/MockRoute.js"
import { findPayment } from "../../../../tasks/swap/deposits/findPayment.js"
import { failure } from "../../../fixtures/failure.js"
import { quoteId } from "../../../fixtures/wire/swapRoutes.js"

const depositAddress: Address = "0x00000000000000000000000000000000DeaDBeef"
const deposit = { token: depositAddress, amount: 1n, depositAddress } as EvmDeposit

/** Asks an API that answers in one way, without a chain. */
async function ask(answer: Step<RouteState>, paid?: string): Promise<string | undefined> {
  const client = createSwapClient(mockApi({ swap: [{ quoteId, states: [answer] }] }).swap)
  const record = { route: { quoteId }, fromBlock: 0n, paid } as DepositRecord
  return await findPayment({ record, deposit, client, origin: undefined, signal: new AbortController().signal })
}

describe("findPayment", () => {
  it("takes a deposit for paid once the API has seen a transaction", async () => {
    expect(await ask("PENDING")).to.equal(undefined)
    for (const state of ["IN_PROGRESS", "COMPLETED", "FAILED", "REFUNDED"] as const) {
      expect(await ask(state), state).to.equal(`the API says ${state}`)
    }
  })

  it("believes what was seen before, and does not ask again", async () => {
    expect(await ask("PENDING", "the API said COMPLETED")).to.equal("the API said COMPLETED")
  })

  it("does not take a deposit that the API does not know for one that can be paid", async () => {
    expect(await failure(ask({ error: "unknown" }))).to.include({ code: "DEPOSIT_UNKNOWN" })
  })
})
