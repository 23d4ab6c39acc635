import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAddress, parseAbi } from "viem"

import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { revokeAllowances, type RevokingChain } from "#extras/swap/tasks/revoking/revokeAllowances.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { account, createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { journalEntry, routeOnWire } from "#test/fixtures/wire/swapRoutes.js"
import { createFakeToken } from "#test/fixtures/worlds/swap/fakeToken.js"

const token: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const spender: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"

describe("revokeAllowances", () => {
  it("revokes what is confirmed, and takes a no, or no answer, for a no", async () => {
    for (const answer of [true, false, undefined]) {
      const fake = createFakeToken(token, { allowance: 500n })
      const chain = createFakeChain({ contracts: { [token]: fake.contract }, receipt: { status: "0x1", logs: [] } })
      fake.attach(chain)
      const { client } = chain
      const own = { name: "alpha", chainId: 41_001, publicClient: client, walletClient: client }
      const alpha = { ...own, gasLimits: {}, entries: [] } as unknown as RevokingChain
      const { signal } = new AbortController()
      const steps = revokeAllowances([alpha], { token, spender }, { errorAbis: [], clock: createManualClock(), signal })
      const kinds: string[] = []
      const running = (async () => {
        for await (const step of steps) {
          kinds.push(step.kind)
          if (step.kind === "confirm" && answer !== undefined) step.answer(answer)
        }
      })()
      if (answer === true) await running
      else expect((await failure(running)).code, String(answer)).to.equal("SWAP_DECLINED")
      expect(kinds).to.deep.equal(answer === true ? ["confirm", "submitted", "revoked"] : ["confirm"])
      expect(fake.approvalsIn(chain)).to.deep.equal(answer === true ? [0n] : [])
    }
  })

  describe("finds", () => {
    const [other, stranger] = [7, 8].map((digit) => `0x${String(digit).repeat(40)}`) as [Address, Address]
    /** What is left of a token for a spender, far apart. */
    const left: Readonly<Record<string, bigint>> = {
      [`${token} ${spender}`]: 1n,
      [`${token} ${other}`]: 20n,
      [`${other} ${spender}`]: 300n,
      [`${other} ${other}`]: 0n,
    }
    const entryOf = (of: Address, by: Address, owner: Address = account): JournalEntry => {
      const approval = { spenderAddress: by, amount: "1000", tokenAddress: of, userAddress: owner }
      const route = quoteRouteSchema.parse(routeOnWire({ approval }))
      return journalEntry({ state: "REVERTED", account: owner, route, approvals: ["0x01"] })
    }
    const named = parseAbi(["function decimals() view returns (uint256)", "function symbol() view returns (string)"])
    const contractOf = (of: Address) => ({
      abi: [...tokenAbi, ...named],
      answer({ functionName, args }: { functionName: string; args: readonly unknown[] }) {
        if (functionName === "decimals") return 6n
        if (functionName === "symbol") return of === token ? "ONE" : "TWO"
        return left[`${of} ${String(args[1])}`] ?? 0n
      },
    })
    const chain = (name: string, entries: readonly JournalEntry[]): RevokingChain => {
      const { client } = createFakeChain({ contracts: { [token]: contractOf(token), [other]: contractOf(other) } })
      return { name, chainId: 1, publicClient: client, walletClient: client, gasLimits: {}, entries } as never
    }
    const entries = [
      ...[entryOf(token, spender), entryOf(token, other), entryOf(other, spender), entryOf(other, other)],
      entryOf(token, spender, stranger),
    ]
    /** What is shown before it is asked about. */
    async function shown(
      chains: readonly RevokingChain[],
      filter: { token?: Address; spender?: Address } = {},
    ): Promise<readonly unknown[]> {
      const asked = { token: filter.token, spender: filter.spender }
      const context = { errorAbis: [], clock: createManualClock(), signal: new AbortController().signal }
      for await (const step of revokeAllowances(chains, asked, context)) {
        if (step.kind !== "confirm") throw new Error("nothing is revoked that was not confirmed")
        return step.allowances.map((each) => [each.chain, each.token, each.spender, each.amount, each.unit?.symbol])
      }
      return []
    }
    const ofAlpha = [
      ["alpha", token, spender, 1n, "ONE"],
      ["alpha", token, getAddress(other), 20n, "ONE"],
      ["alpha", getAddress(other), spender, 300n, "TWO"],
    ] as const

    it("what is left of the account's own swaps, on each chain, and nothing where nothing is", async () => {
      expect(await shown([chain("alpha", entries)])).to.deep.equal(ofAlpha)
      const beta = chain("beta", [entryOf(token, spender)])
      expect(await shown([chain("alpha", entries), beta])).to.deep.equal([
        ...ofAlpha,
        ["beta", token, spender, 1n, "ONE"],
      ])
      const nothing = [entryOf(other, other), entryOf(token, spender, stranger)]
      expect(await shown([chain("alpha", nothing), chain("beta", [])])).to.deep.equal([])
    })

    it("of a token, of a spender, or of both, what is meant alone", async () => {
      const alpha = chain("alpha", entries)
      expect(await shown([alpha], { token })).to.deep.equal(ofAlpha.slice(0, 2))
      expect(await shown([alpha], { spender: other })).to.deep.equal(ofAlpha.slice(1, 2))
      expect(await shown([alpha], { token: other })).to.deep.equal(ofAlpha.slice(2))
      // Both together need no journal.
      expect(await shown([chain("alpha", [])], { token, spender })).to.deep.equal(ofAlpha.slice(0, 1))
      expect(await shown([chain("alpha", [])], { token })).to.deep.equal([])
      expect(await shown([alpha], { token: other, spender: other })).to.deep.equal([])
    })
  })
})
