import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, numberToHex, pad, toEventSelector } from "viem"

import type { EvmDeposit } from "#extras/swap/src/depositTransfer.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { findPayment } from "#extras/swap/tasks/deposits/findPayment.js"
import { createSwapClient } from "#src/swap/index.js"
import type { RouteState } from "#src/swap/states.js"
import { mockApi } from "#src/testing/index.js"
import type { Step } from "#src/testing/mockApi/MockRoute.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, type NodeAnswers } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { quoteId, user } from "#test/fixtures/wire/swapRoutes.js"

const depositAddress: Address = "0x00000000000000000000000000000000DeaDBeef"
const deposit = { token: depositAddress, amount: 1n, depositAddress } as EvmDeposit

const transferTopic = toEventSelector("Transfer(address,address,uint256)")

/** Asks an API that answers in one way, without a chain. */
async function ask(answer: Step<RouteState>, paid?: string): Promise<string | undefined> {
  const client = createSwapClient(mockApi({ swap: [{ quoteId, states: [answer] }] }).swap)
  const record = { route: { quoteId }, fromBlock: 0n, paid } as DepositRecord
  return await findPayment({ record, deposit, client, origin: undefined, signal: new AbortController().signal })
}

describe("findPayment", () => {
  it("believes what was seen before, and does not ask again", async () => {
    expect(await ask("PENDING", "the API said COMPLETED")).to.equal("the API said COMPLETED")
  })

  it("counts what has arrived since it was opened, moved on or not, and asks no API where that is enough", async () => {
    const token: Address = `0x${"1".repeat(40)}`
    const paidBy = async ({
      owned = 0n,
      moved = [] as bigint[],
      amount = 7n,
      of = token,
    }: {
      owned?: bigint
      moved?: bigint[]
      amount?: bigint
      of?: Address
    }) => {
      const filters: unknown[] = []
      const { client: origin } = fakeNode(({ method, params: [filter] }) => {
        if (method === "eth_getBalance") return numberToHex(owned * 2n)
        if (method === "eth_call") return pad(numberToHex(owned))
        filters.push(filter)
        return moved.map((value) => ({
          ...{ address: of, topics: [transferTopic, pad("0x9"), pad(depositAddress)], data: pad(numberToHex(value)) },
          ...{ blockNumber: "0xd", blockHash: bytes32(13), transactionHash: bytes32(1), transactionIndex: "0x0" },
          ...{ logIndex: "0x0", removed: false },
        }))
      })
      const client = createSwapClient(mockApi({ swap: [{ quoteId, states: ["PENDING"] }] }).swap)
      const says = await findPayment({
        record: { route: { quoteId }, fromBlock: 12n } as DepositRecord,
        deposit: { token: of, amount, depositAddress } as EvmDeposit,
        client,
        origin,
        signal: new AbortController().signal,
      })
      return { says, filters }
    }
    const arrived = (count: bigint, of = token) => `${count} of ${of} have arrived at ${depositAddress}`
    const whole = await paidBy({ moved: [3n, 4n] })
    expect(whole).to.deep.equal({
      says: arrived(7n),
      filters: [
        {
          address: token,
          topics: [transferTopic, null, pad(depositAddress).toLowerCase()],
          fromBlock: "0xc",
          toBlock: undefined,
        },
      ],
    })
    const cases = [
      [{ moved: [3n, 3n] }, undefined],
      [{ owned: 6n, moved: [3n] }, undefined],
      [{ owned: 7n, moved: [3n] }, arrived(7n)],
      [{ owned: 3n, moved: [9n] }, arrived(9n)],
      [{ owned: 3n, of: nativeToken }, undefined],
      [{ owned: 4n, of: nativeToken }, arrived(8n, nativeToken)],
      [{ owned: 4n, of: nativeToken, amount: 8n }, arrived(8n, nativeToken)],
    ] as const
    for (const [given, says] of cases) expect((await paidBy(given as never)).says, JSON.stringify(says)).to.equal(says)
  })

  it("is not known where the chain or the API does not say it", async () => {
    const asked = (token: Address, answers: NodeAnswers) => {
      const client = createSwapClient(mockApi({ swap: [{ quoteId, states: ["PENDING"] }] }).swap)
      const record = { route: { quoteId }, fromBlock: 0n } as DepositRecord
      const origin = fakeNode(answers).client
      const { signal } = new AbortController()
      return failure(findPayment({ record, deposit: { ...deposit, token }, client, origin, signal }))
    }
    for (const [token, answers, address] of [
      [nativeToken, {}, depositAddress],
      [user, { eth_call: () => pad("0x7") }, user],
      [user, { eth_getLogs: () => [] }, user],
    ] as const) {
      const { code, facts } = await asked(token, answers)
      expect(code, address).to.equal("NODE_FAILED")
      expect(JSON.stringify(facts), code).to.contain(address)
    }
    expect((await failure(ask({ error: 500 }))).code).to.not.equal("DEPOSIT_UNKNOWN")
  })

  it("does not take a deposit that the API does not know for one that can be paid", async () => {
    expect(await failure(ask({ error: "unknown" }))).to.include({ code: "DEPOSIT_UNKNOWN" })
  })
})
