import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"
import { decodeFunctionData } from "viem/utils"

import { findLeftAllowances } from "#extras/swap/src/execution/journal/entries.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { dai, journalEntry, routeOnWire, router, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const other: Address = "0x00000000000000000000000000000000DeaDBeef"

/** What each spender may still take, by token, account and spender. */
const allowed: Readonly<Record<string, bigint>> = {
  [`${dai} ${user} ${router}`]: 1n,
  [`${dai} ${user} ${other}`]: 0n,
  [`${dai} ${other} ${router}`]: 50n,
  [`${usdc} ${user} ${router}`]: 7_000n,
}

function entryOf(token: Address, account: Address, spender: Address, more: Partial<JournalEntry> = {}): JournalEntry {
  const approval = { spenderAddress: spender, amount: "1000", tokenAddress: token, userAddress: account }
  const route = quoteRouteSchema.parse(routeOnWire({ approval }))
  return journalEntry({ state: "REVERTED", account, route, ...more })
}

describe("findLeftAllowances", () => {
  it("finds each that is left once, whichever swaps approved it, and how to revoke it", async () => {
    const answers: string[] = []
    const contractOf = (token: Address) => ({
      abi: tokenAbi,
      answer({ args: [account, spender] }: { args: readonly unknown[] }) {
        const question = `${token} ${String(account)} ${String(spender)}`
        answers.push(question)
        return allowed[question]
      },
    })
    const { client } = createFakeChain({ contracts: { [dai]: contractOf(dai), [usdc]: contractOf(usdc) } })
    const entries = [
      ...[entryOf(dai, user, router), entryOf(dai, user, router, { account: user.toLowerCase() as Address })],
      ...[entryOf(dai, user, other), entryOf(dai, other, router), entryOf(usdc, user, router)],
      // Needs its allowance, or has approved none.
      ...[entryOf(usdc, other, other, { state: "SENT" }), entryOf(usdc, other, other, { approvals: [] })],
    ]
    const { checked, left } = await findLeftAllowances(client, entries)
    expect([checked, answers.length]).to.deep.equal([4, 4])
    expect(
      left.map(({ account, token, spender, amount }) => [token, account.toLowerCase(), spender, amount]),
    ).to.deep.equal([
      [dai, user.toLowerCase(), router, 1n],
      [dai, other.toLowerCase(), router, 50n],
      [usdc, user.toLowerCase(), router, 7_000n],
    ])
    for (const { revoke, token, spender } of left) {
      expect(revoke.to).to.equal(token)
      expect(decodeFunctionData({ abi: tokenAbi, data: revoke.data }).args).to.deep.equal([spender, 0n])
    }
  })
})
