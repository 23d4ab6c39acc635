import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex, pad, toEventSelector } from "viem"

import { confirmPayout } from "#extras/swap/src/reading/confirmPayout.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry, router, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const [claimed, paying] = [bytes32(3), bytes32(2)]
const { submission, leastOut } = journalEntry()
const own = submission!.hash!
const { token } = journalEntry().route.output
/** What was paid is the chain's, and its token that of the recorded route, whatever the API says of either. */
const seen = (amount = leastOut) => ({ payout: "seen", paid: { token, amount } })

type Mined = { readonly block: number; readonly amount?: bigint }

/** A chain whose blocks are a thousand seconds apart. It has each transaction from its nth question about it on. */
function chain(chainId: number, name: string, mined: Readonly<Record<Hex, Mined>>, { from = 1, isDown = false } = {}) {
  const sought: Hex[] = []
  const { client } = fakeNode({
    eth_chainId: () => numberToHex(chainId),
    eth_getBlockByNumber: ([block]: [Hex]) => ({ number: block, timestamp: numberToHex(1_000 * Number(block)) }),
    eth_getLogs: () => [],
    eth_getTransactionReceipt: ([hash]: [Hex]) => {
      sought.push(hash)
      if (isDown) throw new Error("out of order")
      const found = mined[hash]
      if (found === undefined || sought.length < from) return null
      const at = { transactionHash: hash, blockNumber: numberToHex(found.block), from: router, status: "0x1" }
      const topics = [toEventSelector("Transfer(address,address,uint256)"), pad(router), pad(user)]
      const log = { ...at, address: usdc, topics, data: numberToHex(found.amount ?? 0n, { size: 32 }) }
      return { ...at, logs: found.amount === undefined ? [] : [log] }
    },
  })
  return { sought, chain: { chainId, name, client } }
}

const side = { status: "COMPLETED", timestamp: null, input: [], output: [] }
const route = (txHash: string | null = claimed) => ({
  ...{ quoteId: journalEntry().quoteId, status: "COMPLETED", userOp: "tx", refund: null },
  origin: { ...side, chainId: 41_001, txHash },
  destination: { ...side, chainId: 41_002, txHash: paying, receiverAddress: user },
})

async function confirm(played: {
  readonly alpha?: ReturnType<typeof chain> | { readonly chain: object }
  readonly beta?: ReturnType<typeof chain> | object
  readonly entry?: object | null
  /** What is recorded in place of an entry. */
  readonly deposit?: object
  readonly origin?: string | null
}) {
  const { alpha = alphaAt(4), beta = betaWith(leastOut), entry = {}, origin = claimed } = played
  const chains: Readonly<Record<number, unknown>> = { 41_001: alpha.chain, 41_002: "chain" in beta ? beta.chain : beta }
  const clock = createManualClock()
  const confirming = confirmPayout({
    record: played.deposit ?? (entry === null ? undefined : { entry: { ...journalEntry(), ...entry } }),
    route: route(origin) as never,
    chainOf: (chainId) => Promise.resolve(chains[chainId] as never),
    clock,
  })
  return await clock.run(confirming).catch((error: unknown) => {
    const { code, mayAppear, facts } = error as { code: string; mayAppear: boolean; facts: Record<string, string> }
    return [code, mayAppear, facts["problem"]]
  })
}
const alphaAt = (block: number, hash: Hex = own) => chain(41_001, "alpha", { [hash]: { block } })
const betaWith = (amount: bigint, more: { from?: number; isDown?: boolean } = {}) =>
  chain(41_002, "beta", { [paying]: { block: 6, amount } }, more)

describe("confirmPayout", () => {
  it("looks for what was accepted after the transaction that was signed, and not after one that the API names", async () => {
    expect(await confirm({})).to.deep.equal(seen())
    expect(await confirm({ entry: { leastOut: 7n }, beta: betaWith(9n) })).to.deep.equal(seen(9n))
    expect(await confirm({ alpha: alphaAt(4, claimed), entry: { submission: undefined } })).to.deep.equal(seen())
    // The signed one is later than the payout.
    const [code, mayAppear] = (await confirm({ alpha: alphaAt(7) })) as unknown[]
    expect([code, mayAppear]).to.deep.equal(["PAYOUT_NOT_SEEN", false])
  })

  it("waits for what a node does not have yet, and for nothing that it shows otherwise", async () => {
    const late = betaWith(leastOut, { from: 3 })
    expect([await confirm({ beta: late }), late.sought.length]).to.deep.equal([seen(), 3])
    const less = betaWith(leastOut - 1n)
    const [code, mayAppear, problem] = (await confirm({ beta: less })) as unknown[]
    expect([code, mayAppear, less.sought.length]).to.deep.equal(["PAYOUT_NOT_SEEN", false, 1])
    expect(problem).to.match(/pays \d+ of/)
  })

  it("ends after a minute of a node that has nothing, or does not answer, and says that it may appear", async () => {
    const none = chain(41_002, "beta", {})
    expect(await confirm({ beta: none })).to.deep.equal(["PAYOUT_NOT_SEEN", true, "beta has no such transaction"])
    expect(none.sought.length).to.be.above(5)
    const [code, mayAppear] = (await confirm({ beta: betaWith(leastOut, { isDown: true }) })) as unknown[]
    expect([code, mayAppear]).to.deep.equal(["PAYOUT_NOT_SEEN", true])
  })

  it("looks for what pays a deposit, by the request that was recorded and the transaction that the API names", async () => {
    const { request, route: shown } = journalEntry()
    const least = shown.output.minAmountOut!
    const paid = { deposit: { deposit: { request, route: shown } }, alpha: alphaAt(4, claimed), beta: betaWith(least) }
    expect(await confirm(paid)).to.deep.equal(seen(least))
    expect(await confirm({ ...paid, beta: betaWith(least - 1n) })).to.include("PAYOUT_NOT_SEEN")
    const [code] = (await confirm({ ...paid, alpha: alphaAt(7, claimed) })) as unknown[]
    expect(code).to.equal("PAYOUT_NOT_SEEN")
    expect(await confirm({ ...paid, deposit: {} })).to.deep.equal({ payout: "not looked" })
  })

  it("believes no payout, and waits, where the origin cannot be read or nothing names what began it", async () => {
    const down = { chain: { chainId: 41_001, name: "alpha", problem: "down" } }
    const silent = { origin: null, entry: { submission: undefined } }
    for (const played of [{ alpha: down }, silent, { ...silent, origin: "5xSolana" }]) {
      const beta = betaWith(leastOut)
      const [code, mayAppear] = (await confirm({ ...played, beta })) as unknown[]
      expect([code, mayAppear, beta.sought.length > 5]).to.deep.equal(["PAYOUT_NOT_SEEN", true, true])
    }
  })

  it("does not look where nothing is recorded, or no node of the chain is known, and refuses one of another chain", async () => {
    expect(await confirm({ entry: null })).to.deep.equal({ payout: "not looked" })
    expect(await confirm({ beta: { chainId: 41_002, name: "beta", problem: "down" } })).to.deep.equal({
      payout: "not looked",
    })
    const other = chain(1, "beta", {})
    const lying = { chain: { ...other.chain, chainId: 41_002 }, sought: other.sought }
    expect(await confirm({ beta: lying })).to.deep.equal([
      ...["PAYOUT_NOT_SEEN", false, "its client reaches the chain 1"],
    ])
    expect(other.sought).to.deep.equal([])
  })
})
