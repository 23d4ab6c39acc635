import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex, pad } from "viem"

import type { ExecutionState } from "#extras/swap/src/execution/executionStates.js"
import { readUnsent } from "#extras/swap/src/reading/readUnsent.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { answerSimulation, simulatedCalls, type SimulateParameters } from "#extras/swap/test/fixtures/simulatedCalls.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { dai, routeOnWire, router, user } from "#test/fixtures/wire/swapRoutes.js"
import { createFakeToken } from "#test/fixtures/worlds/swap/fakeToken.js"

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

  it("reads what became of a deposit, also of an expired quote, and knows that it was not read", async () => {
    const read = async (origin: object, now: number) => {
      const token = `0x${"1".repeat(40)}`
      const deposit = { token, amount: 7n, depositAddress: user }
      const shown = { route: { deposit, expiresAt: 10 }, request: {}, fromBlock: 0n }
      const swap = { record: { deposit: shown }, sending: { kind: "nothing" }, origin, now }
      return await readUnsent(swap as never)
    }
    const { client } = fakeNode({ eth_call: () => pad("0x5"), eth_getLogs: () => [] })
    const deposit = { arrived: { amount: 5n, payments: [] }, returned: undefined }
    const origin = { client, chainId: 41_001, name: "alpha" }
    expect(await read(origin, 9)).to.deep.equal({ isExpired: false, deposit })
    expect(await read(origin, 10)).to.deep.equal({ isExpired: true, deposit })
    const silent = { ...origin, client: fakeNode({}).client }
    for (const unread of [silent, { chainId: 41_001, name: "alpha", problem: "down" }]) {
      expect(await read(unread, 9)).to.deep.equal({ isExpired: false, deposit: undefined })
    }
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

  describe("of a swap that lacks nothing", () => {
    /** Reads a swap whose transaction reverts with less than some wei, on a node that writes down what it simulates. */
    async function read({ least = 0n, state = "APPROVED", value = 0n, ...more }: SimulatedPlay) {
      const simulations: string[][] = []
      const quoted: unknown[] = []
      const { client } = fakeNode({
        eth_getBalance: () => {
          if (more.isDown === true) throw new Error("out of order")
          return numberToHex(more.native ?? 10n ** 18n)
        },
        eth_call: () => numberToHex(more.owned ?? 5_000n, { size: 32 }),
        eth_simulateV1: (parameters: SimulateParameters) => {
          simulations.push(simulatedCalls(parameters))
          if (more.isBlind === true) throw new Error("out of order")
          return answerSimulation(parameters, ({ to, value: wei }) =>
            to === router && BigInt(wei) < least ? "0x12345678" : undefined,
          )
        },
      })
      const txData = { kind: "evm_tx", object: { chainId: 41_001, to: router, data: "0xABCD", value: String(value) } }
      const route = quoteRouteSchema.parse(routeOnWire({ txData }))
      const request = { inputToken: more.token ?? dai, inputAmount: 1_000n }
      const entry = { account: user, request, route, state }
      const getQuote = (asked: unknown) => Promise.resolve(quoted.push(asked) && { routes: [] })
      const origin = { client, chainId: 41_001, name: "alpha" }
      const swap = { record: { entry }, sending: { kind: "nothing" }, origin, now: 0, getQuote, ...more.swap }
      return { reading: await readUnsent(swap as never), simulations, quoted, request }
    }
    type SimulatedPlay = {
      readonly least?: bigint
      readonly state?: ExecutionState
      readonly value?: bigint
      readonly native?: bigint
      readonly owned?: bigint
      /** Whether it fails at simulations, or at balances. */
      readonly isBlind?: boolean
      readonly isDown?: boolean
      readonly token?: string
      readonly swap?: object
    }
    const going = { isExpired: false, lacks: [], reverting: undefined, newQuote: undefined }
    const call = `${router} 0xabcd`

    it("simulates the swap, after the approvals that are still to come", async () => {
      const sent = await read({ value: 3n })
      expect([sent.reading, sent.simulations, sent.quoted]).to.deep.equal([going, [[`${call} 3`]], []])
      const approvals = ["0", "1000"].map((amount) => `${dai} approve ${router} ${amount}`)
      expect((await read({ state: "CHECKED" })).simulations).to.deep.equal([[...approvals, `${call} 0`]])
      expect((await read({ isBlind: true })).reading).to.deep.equal(going)
    })

    it("misses and simulates nothing of a route that has no transaction", async () => {
      const route = { ...quoteRouteSchema.parse(routeOnWire()), txData: null, deposit: null }
      const request = { inputToken: dai, inputAmount: 1_000n }
      const record = { entry: { account: user, request, route, state: "APPROVED" } }
      const { reading, simulations } = await read({ native: 0n, owned: 0n, swap: { record } })
      expect([reading, simulations]).to.deep.equal([going, []])
    })

    it("finds the wei with which it succeeds, to a thousandth of what it adds, and asks for no price", async () => {
      const { reading, quoted } = await read({ value: 800n, least: 1_000n })
      expect([reading, quoted]).to.deep.equal([
        { ...going, reverting: { data: "0x12345678", value: 800n, enough: 1_000n } },
        [],
      ])
      expect((await read({ least: 1n })).reading?.reverting?.enough).to.equal(1n)
      const { enough = 0n } = (await read({ value: 8_000_000n, least: 9_500_000n })).reading!.reverting!
      expect(Number(enough - 9_500_000n)).to.be.within(0, 1_000)
      // It doubles what it adds ten times: from 1 to 1024.
      expect((await read({ least: 1_024n })).reading?.reverting?.enough).to.equal(1_024n)
      expect((await read({ least: 1_025n })).reading?.reverting).to.deep.include({ value: 0n, enough: undefined })
    })

    it("asks for a new quote of the same request where more wei do not help", async () => {
      const { reading, quoted, request } = await read({ least: 10n ** 30n })
      expect([reading?.newQuote, quoted]).to.deep.equal([{ routes: [] }, [request]])
      const expired = await read({ swap: { now: 1_800_000_000 } })
      expect([expired.reading?.isExpired, expired.quoted, expired.simulations]).to.deep.equal([
        ...[true, [expired.request], []],
      ])
      expect((await read({ swap: { now: 1_799_999_999 } })).reading?.isExpired).to.equal(false)
    })

    it("simulates nothing of a swap that lacks something, or was sent, or is being sent", async () => {
      for (const played of [{ owned: 999n }, { native: 0n }, { value: 5n, native: 5n }]) {
        const { simulations, reading } = await read(played)
        expect([simulations, reading?.reverting]).to.deep.equal([[], undefined])
      }
      for (const swap of [
        { sending: { kind: "mined" } },
        { record: undefined },
        { record: {} },
        { record: { entry: {}, heldBy: "another" } },
      ]) {
        expect((await read({ swap })).reading, JSON.stringify(swap)).to.equal(undefined)
      }
      expect((await read({ swap: { sending: { kind: "signed" } } })).reading).to.deep.equal(going)
      const unread = { swap: { origin: { chainId: 41_001, name: "alpha", problem: "down" } } }
      expect((await read(unread)).reading).to.deep.equal({ isExpired: false })
      expect((await read({ isDown: true })).reading).to.deep.equal({ ...going, lacks: undefined })
    })

    it("lacks no token where it gives native currency, or none of this chain", async () => {
      const native = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
      for (const token of [native, "a token of Solana"]) {
        expect((await read({ token, owned: 0n })).reading?.lacks, token).to.deep.equal([])
      }
    })
  })
})
