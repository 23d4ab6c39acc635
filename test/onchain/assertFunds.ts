import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"
import { parseAccount } from "viem/utils"

import { assertBalance, assertTokens } from "#src/onchain/assertFunds.js"
import { failure } from "#test/fixtures/failure.js"
import { account, createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { createFakeToken } from "#test/fixtures/worlds/swap/fakeToken.js"

const token: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"

describe("what an account must own", () => {
  const payer = parseAccount(account)

  it("is enough to the last wei, and one wei less is not", async () => {
    const { client } = createFakeChain({ balance: 700n })
    await assertBalance(client, payer, 1n)
    await assertBalance(client, payer, 700n)
    const error = await failure(assertBalance(client, payer, 701n, "Ask the bank."))
    expect(error).to.include({ code: "INSUFFICIENT_BALANCE", next: "Ask the bank." })
    expect(error.facts).to.deep.equal({
      account,
      balance: "0.0000000000000007 of the native token",
      needed: "0.000000000000000701, without gas",
    })
    expect((await failure(assertBalance(client, payer, 701n))).next)
      .to.be.a("string")
      .and.not.equal(error.next)
  })

  it("is not asked for where nothing is needed", async () => {
    const { client } = createFakeChain({ broken: { eth_getBalance: new Error("connection refused") } })
    await assertBalance(client, payer, 0n)
    expect((await failure(assertBalance(client, payer, 1n))).code).to.equal("NODE_FAILED")
  })

  it("is enough of a token to its last unit, and one unit less is not", async () => {
    const { client } = createFakeChain({ contracts: { [token]: createFakeToken(token, { balance: 80n }).contract } })
    for (const needed of [0n, 79n, 80n]) await assertTokens(client, { account, token, needed })
    const error = await failure(assertTokens(client, { account, token, needed: 81n }))
    expect(error.code).to.equal("INSUFFICIENT_TOKENS")
    expect(error.facts).to.include({ account, token })
  })
})
