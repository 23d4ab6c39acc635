import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { findPayment } from "../../../../../src/plugin/run/swap/deposits/findPayment.js"
import type { EvmDeposit } from "../../../../../src/swap/depositTransfer.js"
import type { DepositRecord } from "../../../../../src/swap/execution/deposits/createDepositRecords.js"
import { createSwapClient } from "../../../../../src/swap/index.js"
import { failure } from "../../../../fixtures/failure.js"
import { createFakeFetch, json } from "../../../../fixtures/servers/fakeFetch.js"
import { quoteId, statusAt } from "../../../../fixtures/wire/swapRoutes.js"

const depositAddress: Address = "0x00000000000000000000000000000000DeaDBeef"
const deposit = { token: depositAddress, amount: 1n, depositAddress } as EvmDeposit

/** Asks an API that answers in one way, without a chain. */
async function ask(answer: Response, paid?: string): Promise<string | undefined> {
  const { fetch } = createFakeFetch(answer)
  const client = createSwapClient({ baseUrl: "http://127.0.0.1:1", apiKey: "k", affiliate: "a", retries: 0, fetch })
  const record = { route: { quoteId }, fromBlock: 0n, paid } as DepositRecord
  return await findPayment({ record, deposit, client, origin: undefined, signal: new AbortController().signal })
}

describe("findPayment", () => {
  const status = (state: string): Response => json({ success: true, statusCode: 200, result: statusAt(state) })

  it("takes a deposit for paid once the API has seen a transaction", async () => {
    expect(await ask(status("PENDING"))).to.equal(undefined)
    for (const state of ["IN_PROGRESS", "COMPLETED", "FAILED", "REFUNDED"]) {
      expect(await ask(status(state)), state).to.equal(`the API says ${state}`)
    }
  })

  it("believes what was seen before, and does not ask again", async () => {
    expect(await ask(status("PENDING"), "the API said COMPLETED")).to.equal("the API said COMPLETED")
  })

  it("does not take a deposit that the API does not know for one that can be paid", async () => {
    expect(await failure(ask(json({ message: "not found" }, { status: 404 })))).to.include({ code: "DEPOSIT_UNKNOWN" })
  })
})
