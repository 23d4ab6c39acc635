import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address, Hex } from "viem"

import type { RouteFact } from "#extras/swap/src/market/facts.js"
import { createMarketLedger } from "#extras/swap/src/market/ledger.js"
import type { MarketQuote, Quotes } from "#extras/swap/src/market/quoting/quotes.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const inputToken: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const otherToken: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const chainTime = 1_000
const clockTime = 50_000

/** Two quotes on two chains, far apart in amount and time. */
const orders = {
  [bytes32(1)]: { slug: 41001, order: { inputToken, inputAmount: 100n, deadline: 1_060n } },
  [bytes32(2)]: { slug: 41002, order: { inputToken, inputAmount: 9_000n, deadline: 5_000n } },
}

describe("the jobs for a deposit", () => {
  function jobsAfter(deposits: readonly (readonly [id: number, token: Address, amount: bigint])[]) {
    const get = (id: keyof typeof orders) => {
      const { slug, order } = orders[id]!
      return { quoteId: id, userOp: "deposit", origin: { slug }, order } as unknown as MarketQuote
    }
    const quotes = { get, keep: () => undefined } as unknown as Quotes
    const ledger = createMarketLedger({ clock: { now: () => clockTime }, quotes })
    for (const slug of [41001, 41002]) {
      const own = deposits.filter(([id]) => orders[bytes32(id)]!.slug === slug)
      const facts = own.map(([id, token, amount]) => ({ quoteId: bytes32(id), deposited: [{ token, amount }] }))
      ledger.record(slug, facts, { timestamp: chainTime })
    }
    return (["sweep", "refundDeposit"] as const).flatMap((stage) =>
      [41001, 41002].flatMap((slug) =>
        ledger.jobs(stage, slug).map(({ readyAt, subject }) => [slug, stage, subject.notBefore, readyAt]),
      ),
    )
  }

  it("sweep what the order can use, and give it back from the first second after its deadline on", () => {
    expect(
      jobsAfter([
        [1, inputToken, 100n],
        [2, inputToken, 9_000n],
      ]),
    ).to.deep.equal([
      [41001, "sweep", 0, 0],
      [41002, "sweep", 0, 0],
      // The contract sweeps in the deadline's own second.
      [41001, "refundDeposit", 1_061, clockTime + 61_000],
      [41002, "refundDeposit", 5_001, clockTime + 4_001_000],
    ])
  })

  it("give back at once what the order cannot use: one unit too little, or another token", () => {
    expect(
      jobsAfter([
        [1, inputToken, 99n],
        [2, otherToken, 9_000n],
      ]),
    ).to.deep.equal([
      [41001, "refundDeposit", 0, 0],
      [41002, "refundDeposit", 0, 0],
    ])
  })
})

describe("the jobs for a deposit with more than one token", () => {
  function open() {
    const kept: Hex[] = []
    const get = (id: Hex) => {
      const { slug, order } = orders[id as keyof typeof orders]!
      return { quoteId: id, userOp: "deposit", origin: { slug }, order } as unknown as MarketQuote
    }
    const quotes = { get, keep: (id: Hex) => kept.push(id) } as unknown as Quotes
    const ledger = createMarketLedger({ clock: { now: () => clockTime }, quotes })
    const jobs = () => (["sweep", "refundDeposit"] as const).flatMap((stage) => ledger.jobs(stage, 41001))
    const told = () =>
      jobs().map(({ subject }) => [
        ...[subject.stage, subject.stage === "refundDeposit" ? subject.token : "", subject.notBefore],
      ])
    const record = (fact: Omit<RouteFact, "quoteId">) => {
      ledger.record(41001, [{ quoteId: bytes32(1), ...fact }], { timestamp: chainTime })
    }
    return { ledger, jobs, told, record, kept }
  }
  const deposited = [
    { token: otherToken, amount: 7n },
    { token: inputToken, amount: 100n },
  ]
  const started = { txHash: bytes32(9), timestamp: chainTime, inputToken, inputAmount: 100n, isSwept: true }

  it("give back at once only what is not the input, and after a sweep everything that comes", () => {
    const { told, record, jobs, ledger, kept } = open()
    record({ deposited })
    expect(told()).to.deep.equal([
      ["sweep", "", 0],
      ["refundDeposit", otherToken, 0],
      ["refundDeposit", inputToken, 1_061],
    ])
    const [sweep, other, input] = jobs()
    record({ started })
    expect(told()).to.deep.equal([
      ["refundDeposit", otherToken, 0],
      ["refundDeposit", inputToken, 0],
    ])
    expect(
      [sweep!, other!, input!].map((job) => ledger.isOpen(job)),
      "each by its stage and token",
    ).to.deep.equal([...[false, true, true]])
    record({ deposited: [deposited[1]!] })
    expect([sweep!, other!, input!].map((job) => ledger.isOpen(job))).to.deep.equal([false, false, true])
    record({ deposited: [] })
    expect(told()).to.deep.equal([])
    expect(kept, "each quote of which a chain says something").to.deep.equal(Array<Hex>(4).fill(bytes32(1)))
  })

  it("are known by what all chains say of a route", () => {
    const { ledger, record } = open()
    record({ started })
    const completed = { txHash: bytes32(8), timestamp: chainTime, token: otherToken, amount: 5n }
    ledger.record(41002, [{ quoteId: bytes32(1), completed }], { timestamp: chainTime })
    expect(ledger.route(bytes32(1), false)?.facts).to.deep.equal({ started, completed })
    expect(ledger.route(bytes32(2), false)?.facts).to.deep.equal({})
  })
})

describe("the market's ledger", () => {
  it("sums what routes took in by chain and token, of several routes of one token too", () => {
    const quotes = { get: () => undefined, keep: () => undefined } as unknown as Quotes
    const ledger = createMarketLedger({ clock: { now: () => clockTime }, quotes })
    const started = (id: number, token: Address, inputAmount: bigint) => ({
      quoteId: bytes32(id),
      started: { txHash: bytes32(id), timestamp: chainTime, inputToken: token, inputAmount, isSwept: false },
    })
    const head = { timestamp: chainTime }
    ledger.record(41001, [started(1, inputToken, 3n), started(2, otherToken, 50n), started(3, inputToken, 700n)], head)
    ledger.record(41002, [started(4, inputToken, 9_000n), { quoteId: bytes32(5), deposited: [] }], head)
    expect([...ledger.volumes(41001)]).to.deep.equal([
      [inputToken, 703n],
      [otherToken, 50n],
    ])
    expect([...ledger.volumes(41002)]).to.deep.equal([[inputToken, 9_000n]])
    expect([...ledger.volumes(7)]).to.deep.equal([])
    expect([1, 2, 3, 4, 5].map((id) => ledger.quoteOfTx(bytes32(id)))).to.deep.equal([
      ...[1, 2, 3, 4].map((id) => bytes32(id)),
      undefined,
    ])
  })
})

describe("the routes of a market's ledger", () => {
  it("are told to listeners when a chain says something of them, and when it takes that back", () => {
    const quotes = { get: () => undefined, keep: () => undefined } as unknown as Quotes
    const ledger = createMarketLedger({ clock: { now: () => clockTime }, quotes })
    const told: string[] = []
    const stop = ledger.onRoute((quoteId) => told.push(quoteId))
    const completed = { txHash: bytes32(9), timestamp: chainTime, token: inputToken, amount: 1n }
    ledger.record(41001, [{ quoteId: bytes32(1), completed }], { timestamp: chainTime })
    ledger.record(41001, [], { timestamp: chainTime })
    ledger.replace(41001, [], { timestamp: chainTime })
    stop()
    ledger.record(41001, [{ quoteId: bytes32(2), completed }], { timestamp: chainTime })
    expect(told).to.deep.equal([bytes32(1), bytes32(1)])
  })
})

describe("what the keeper can do for routes", () => {
  const head = { timestamp: chainTime }
  const at = { txHash: bytes32(9), timestamp: chainTime }
  const bridge: Address = "0x00000000000000000000000000000000000000b1"
  const arrived = { ...at, chainSlug: 41002, bridge, srcChainSlug: 41001, payableAt: 1_030 }
  const refundDue = { ...at, chainSlug: 41001, token: inputToken, amount: 1n, bridge }
  const reason = "0x" as const
  const paid = { ...at, token: inputToken, amount: 1n }

  function opened() {
    const time = { now: clockTime }
    const quotes = { get: () => undefined, keep: () => undefined } as unknown as Quotes
    const ledger = createMarketLedger({ clock: { now: () => time.now }, quotes })
    const stages = ["release", "claimRefund", "payRefund", "sweep", "refundDeposit"] as const
    const jobs = () => stages.flatMap((stage) => [41001, 41002].flatMap((slug) => ledger.jobs(stage, slug)))
    const told = () => jobs().map(({ subject: { stage, chainSlug, notBefore } }) => [stage, chainSlug, notBefore])
    return { ledger, time, jobs, told }
  }

  for (const [says, facts, expected] of [
    ["is to deliver what has arrived, once its bridge may pay", { arrived }, [["release", 41002, 1_030]]],
    ["is nothing once it is delivered", { arrived, completed: paid }, []],
    ["is nothing while it goes back", { arrived, refunding: { ...at, reason } }, []],
    ["is to pay for its way back", { arrived, refundWaiting: { ...at, reason } }, [["claimRefund", 41002, 0]]],
    ["is nothing once that is paid", { arrived, refundWaiting: { ...at, reason }, refunding: { ...at, reason } }, []],
    [
      "is to pay the refund that is due",
      { arrived, refunding: { ...at, reason }, refundDue },
      [["payRefund", 41001, 0]],
    ],
    ["is nothing once it is refunded", { refundDue, refunded: paid }, []],
  ] as const) {
    it(says, () => {
      const { ledger, told } = opened()
      ledger.record(41002, [{ quoteId: bytes32(1), ...facts }], head)
      expect(told()).to.deep.equal(expected)
    })
  }

  it("has a time since when it is known, and until when it rests, which go with it", () => {
    const { ledger, time, jobs } = opened()
    ledger.record(41002, [{ quoteId: bytes32(1), arrived }], head)
    time.now += 500
    ledger.record(41002, [{ quoteId: bytes32(2), arrived: { ...arrived, payableAt: 0 } }], {
      timestamp: chainTime + 10,
    })
    const times = () => jobs().map(({ id, since, readyAt, restsUntil }) => [id, since, readyAt, restsUntil])
    const [first, second] = [1, 2].map((id) => `release ${bytes32(id)}`)
    // By the newest block, 20 seconds are left.
    expect(times()).to.deep.equal([
      [first, clockTime, clockTime + 20_500, 0],
      [second, clockTime + 500, 0, 0],
    ])
    const [job, other] = jobs()
    const goBack = ledger.remember()
    let changes = 0
    const stop = ledger.onChange(() => (changes += 1))
    ledger.postpone(job!, 70_000)
    expect([changes, ledger.isOpen(job!), ledger.isOpen(other!), ledger.isOpen(jobs()[0]!)]).to.deep.equal([
      ...[1, false, true, true],
    ])
    expect(times().map((own) => own[3])).to.deep.equal([70_000, 0])
    goBack()
    expect([times().map((own) => own[3]), ledger.isOpen(job!)]).to.deep.equal([[0, 0], true])

    ledger.postpone(job!, 70_000)
    ledger.record(41002, [{ quoteId: bytes32(1), completed: paid }], head)
    expect([jobs().map(({ id }) => id), ledger.isOpen(job!)]).to.deep.equal([[second], false])
    time.now += 500
    ledger.replace(41002, [{ quoteId: bytes32(1), arrived }], head)
    // The second one is forgotten, and the first one is known for the second time.
    expect(times()).to.deep.equal([[first, clockTime + 1_000, clockTime + 31_000, 0]])
    expect([changes, ledger.isOpen(other!)]).to.deep.equal([4, false])
    stop()
    ledger.record(41002, [], head)
    expect(changes).to.equal(4)
  })

  it("forgets with a chain's transactions only its own", () => {
    const { ledger } = opened()
    const started = (id: number, isSwept: boolean) => ({
      ...{ quoteId: bytes32(id) },
      started: { txHash: bytes32(id + 100), timestamp: chainTime, inputToken, inputAmount: 1n, isSwept },
    })
    ledger.record(41001, [started(1, false), started(2, true)], head)
    ledger.record(41002, [{ quoteId: bytes32(3), reverted: { txHash: bytes32(103), timestamp: 1 } }], head)
    const known = () => [101, 102, 103].map((tx) => ledger.quoteOfTx(bytes32(tx)))
    // A deposit's transaction is the keeper's.
    expect(known()).to.deep.equal([bytes32(1), undefined, bytes32(3)])
    ledger.replace(41001, [], head)
    expect(known()).to.deep.equal([undefined, undefined, bytes32(3)])
  })
})
