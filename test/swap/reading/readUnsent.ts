import { expect } from "chai"
import { describe, it } from "mocha"

import type { ExecutionState } from "../../../src/swap/execution/executionStates.js"
import { readUnsent } from "../../../src/swap/reading/readUnsent.js"
import { quoteRouteSchema } from "../../../src/swap/wire/quoteSchemas.js"
import { dai, routeOnWire, router, user } from "../../fixtures/wire/swapRoutes.js"
import { createFakeChain } from "../../fixtures/worlds/swap/fakeChain.js"
import { createFakeToken } from "../../fixtures/worlds/swap/fakeToken.js"

type Played = {
  readonly state?: ExecutionState
  /** What the account owns, and what the route's contract may take of it. The swap needs 1000. */
  readonly balance?: bigint
  readonly allowance?: bigint
  readonly native?: bigint
  readonly now?: number
}

async function lacksOf({ state = "APPROVED", balance = 1_000n, allowance = 1_000n, native, now = 0 }: Played) {
  const { contract } = createFakeToken(dai, { balance, allowance })
  const { client } = createFakeChain({
    contracts: { [dai]: contract },
    ...(native === undefined ? {} : { balance: native }),
  })
  const route = quoteRouteSchema.parse(routeOnWire())
  const entry = { account: user, request: { inputToken: dai, inputAmount: 1_000n }, route, state }
  const origin = { client, chainId: 41_001, name: "alpha" }
  const getQuote = () => Promise.resolve(undefined)
  const read = await readUnsent({ record: { entry }, sending: { kind: "nothing" }, origin, now, getQuote } as never)
  return read?.lacks
}

describe("readUnsent", () => {
  const missing = (allowed: bigint) => ({ kind: "not allowed", spender: router, allowed, needed: 1_000n })
  const tooLittle = (owned: bigint, needed: bigint, isNative: boolean) => {
    return { kind: "too little", owned, needed, isNative }
  }

  it("misses an allowance that was there, to the unit, and none that is still to come", async () => {
    expect(await lacksOf({ allowance: 1_000n })).to.deep.equal([])
    expect(await lacksOf({ allowance: 999n })).to.deep.equal([missing(999n)])
    expect(await lacksOf({ state: "SIGNED", allowance: 0n })).to.deep.equal([missing(0n)])
    expect(await lacksOf({ state: "CHECKED", allowance: 0n })).to.deep.equal([])
    expect(await lacksOf({ state: "CHECKED", allowance: 999n, now: 2_000_000_000 }), "expired").to.deep.equal([])
  })

  it("misses tokens, and native currency beyond what is attached, to the unit", async () => {
    expect(await lacksOf({ balance: 999n })).to.deep.equal([tooLittle(999n, 1_000n, false)])
    expect(await lacksOf({ native: 1n })).to.deep.equal([])
    expect(await lacksOf({ native: 0n, balance: 0n, allowance: 3n })).to.deep.equal([
      tooLittle(0n, 0n, true),
      tooLittle(0n, 1_000n, false),
      missing(3n),
    ])
  })
})
