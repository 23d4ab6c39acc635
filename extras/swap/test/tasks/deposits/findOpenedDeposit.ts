import { expect } from "chai"
import { describe, it } from "mocha"

import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { RouteNotFoundError } from "#extras/swap/src/requestErrors.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { findOpenedDeposit } from "#extras/swap/tasks/deposits/executeDeposit.js"
import type { DepositRun } from "#extras/swap/tasks/deposits/openDepositRun.js"
import { readSwapTerms } from "#extras/swap/tasks/offer/getSwapOffer.js"
import { offeringApi, receiver, refundAddress, swapRequest } from "#extras/swap/test/fixtures/offeringApi.js"
import { failure } from "#test/fixtures/failure.js"
import { routeOnWire, user } from "#test/fixtures/wire/swapRoutes.js"

const now = 1_700_000_000
const unknown = Object.create(RouteNotFoundError.prototype) as RouteNotFoundError
const deposit = { chainId: 41_001, token: user, amount: "1", depositAddress: user }

type Played = {
  readonly expiresAt?: number
  /** What the API says of the route. */
  readonly status?: string | Error
  readonly command?: object | undefined
  readonly isRecorded?: boolean
  /** Of the swap that is asked for, if it is another one than that which was recorded. */
  readonly asked?: object
}

/** Looks for the deposit of a command, and counts how often the API was asked for its status. */
async function find(played: Played = {}) {
  const { expiresAt = now + 1, status = "PENDING", isRecorded = true, asked = {} } = played
  let asks = 0
  const { client } = offeringApi(() => {
    asks += 1
    return status instanceof Error ? Promise.reject(status) : Promise.resolve({ status })
  })
  const of = { ...swapRequest, refundAddress, receiver }
  const terms = { swapRequest: of, userAddress: undefined, readers: { origin: undefined, destination: undefined } }
  const { request } = await readSwapTerms(client, terms)
  const route = quoteRouteSchema.parse(
    routeOnWire({ quoteId: "q-1", userOp: "deposit", txData: null, approval: null, deposit, expiresAt }),
  )
  const record: DepositRecord = { request, route, fromBlock: 1n }
  const command = "command" in played ? played.command : { quoteId: "q-1" }
  const records = {
    commands: { read: (key: string) => Promise.resolve(key === "own" ? command : undefined) },
    deposits: { read: (id: string) => Promise.resolve(isRecorded && id === "q-1" ? record : undefined) },
  }
  const run = { records, key: "own", client, terms: { ...terms, swapRequest: { ...of, ...asked } } }
  const found = await findOpenedDeposit(run as unknown as DepositRun)
  if (found !== undefined) expect(found).to.equal(record)
  return [found?.route.quoteId, asks]
}

describe("findOpenedDeposit", () => {
  it("finds the one of the command, and asks nobody while its quote is valid", async () => {
    expect(await find()).to.deep.equal(["q-1", 0])
    expect(await find({ command: undefined })).to.deep.equal([undefined, 0])
    expect(await find({ command: { quoteId: "q-1", endedAt: 5 } })).to.deep.equal([undefined, 0])
    expect(await find({ command: { quoteId: "q-2" } })).to.deep.equal([undefined, 0])
    expect(await find({ isRecorded: false })).to.deep.equal([undefined, 0])
  })

  it("finds an expired one only if it was paid, as far as the API knows, to the second", async () => {
    const expiresAt = now
    for (const [status, found] of [
      ["PENDING", "q-1"],
      ["IN_PROGRESS", "q-1"],
      ["COMPLETED", "q-1"],
      ["EXPIRED", undefined],
      [unknown, undefined],
    ] as const) {
      expect(await find({ expiresAt, status }), String(status)).to.deep.equal([found, 1])
    }
    const down = new Error("down")
    expect(await find({ expiresAt, status: down }).catch((error: unknown) => error)).to.equal(down)
  })

  it("refuses one that is recorded for the command and is of another request", async () => {
    for (const asked of [{ amount: "2.6" }, { receiver: user }, { refundAddress: user }, { slippage: "0.6" }]) {
      for (const expiresAt of [now, now + 1]) {
        const { code, facts } = await failure(find({ asked, expiresAt }))
        expect(code, JSON.stringify(asked)).to.equal("JOURNAL_MISMATCH")
        for (const request of [facts["written"], facts["given"]]) expect(request).to.have.length.above(100)
      }
    }
  })
})
