import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi } from "viem"

import { findUnsentCauses } from "#extras/swap/src/explaining/findUnsentCauses.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import {
  again,
  brief,
  briefly,
  entry,
  now,
  other,
  request,
  route,
  routeOf,
  side,
  swapWith,
} from "#extras/swap/test/fixtures/swapCases.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { amountOnWire, dai, routeOnWire, user } from "#test/fixtures/wire/swapRoutes.js"

const routeThatGives = (amount: bigint, minAmountOut: bigint | null) => {
  const output = amountOnWire({
    amount: String(amount),
    minAmountOut: minAmountOut === null ? null : String(minAmountOut),
  })
  return quoteRouteSchema.parse(routeOnWire({ output }))
}

describe("findUnsentCauses", () => {
  it("compares what a new quote promises, not what it hopes for, with what was accepted", () => {
    const namesOf = (amount: bigint, least: bigint | null) => {
      const request = { inputToken: dai, inputAmount: 1_000n }
      const entry = { account: user, request, route: routeThatGives(1_000n, 990n), state: "APPROVED", leastOut: 990n }
      const origin = { client: {}, chainId: 41_001, name: "alpha" }
      const swap = { id: "1", record: { entry }, sending: { kind: "nothing" }, origin, now: 0, abis: [] }
      const api = { kind: "unknown quote" }
      const newQuote = { routes: [routeThatGives(amount, least)] }
      const unsent = { isExpired: false, lacks: [], reverting: { data: "0x", value: 0n, enough: undefined }, newQuote }
      return findUnsentCauses({ ...swap, api, originBlock: null } as never, unsent as never).map(({ name }) => name)
    }
    expect(namesOf(1_000n, 990n)).to.deep.equal(["call-reverts"])
    expect(namesOf(1_000n, 989n)).to.deep.equal(["price-moved"])
    expect(namesOf(989n, 989n)).to.deep.equal(["price-moved"])
    expect(namesOf(990n, null)).to.deep.equal(["call-reverts"])
    expect(namesOf(989n, null)).to.deep.equal(["price-moved"])
  })
})

describe("the causes of a swap that was not sent", () => {
  const causes = (more: object, unsent?: object) => briefly(findUnsentCauses(swapWith(more), unsent as never))
  const ready = { isExpired: false, lacks: [] }

  it("are none once something was sent, or where nothing was read", async () => {
    for (const kind of ["mined", "pending", "lost", "replaced", "unclear"]) {
      expect(await causes({ sending: { kind } }, ready), kind).to.deep.equal([])
    }
    expect(await causes({})).to.deep.equal([])
    expect(await causes({}, { isExpired: false })).to.deep.equal([])
    expect(await causes({ origin: { name: "alpha", problem: "down" } }, ready)).to.deep.equal([])
  })

  it("are a process that is at it, a deposit that nobody paid, or that it only has to be sent", async () => {
    const held = { record: { entry, heldBy: "process 7 on here" } }
    for (const kind of ["nothing", "signed"]) {
      expect(await causes({ ...held, sending: { kind } }, ready)).to.deep.equal([
        "journal-held | process 7 on here sends the transaction and releases the lock",
      ])
    }
    const paid = { ...route, deposit: { amount: 3_000_000n, depositAddress: other } }
    const nothing = { isExpired: false, deposit: { arrived: { amount: 0n, payments: [] }, returned: undefined } }
    const [unpaid] = findUnsentCauses(swapWith({ record: { deposit: { route: paid, request } } }), nothing)
    expect(await brief(unpaid!)).to.equal("deposit-unpaid | npx hardhat swap pay q-1 --from alpha")
    expect(unpaid!.says).to.equal(
      `Nobody has paid 3 DAI to ${other} on alpha, and the quote expires at 2026-01-01 00:01:00 UTC.`,
    )
    const late = { record: { deposit: { route: { ...paid, expiresAt: now }, request } } }
    expect(await causes(late, nothing)).to.deep.equal([`quote-expired | ${again}`])
    expect(await causes({}, ready)).to.deep.equal([`not-sent | ${again}`])
    const saysOf = (more: object) => findUnsentCauses(swapWith(more), ready)[0]!.says
    const until = "2026-01-01 00:01:00 UTC."
    expect(saysOf({})).to.equal(
      `The swap was checked and nothing was signed. Nothing stops it until its quote expires at ${until}`,
    )
    expect(saysOf({ record: { entry: { ...entry, submission: {} } } })).to.equal(
      `The transaction was signed, alpha does not have it, and a simulation of it succeeds. It is valid until ${until}`,
    )
    const signed = { record: { entry: { ...entry, state: "SUBMITTED", submission: {} } }, sending: { kind: "signed" } }
    expect(await causes(signed, ready)).to.deep.equal(["not-sent | npx hardhat swap resume q-1"])
  })

  it("are what the chain shows of a deposit, also where its quote has expired", () => {
    const asked = { ...route, deposit: { amount: 3_000_000n, depositAddress: other } }
    const back = (amount: bigint) => ({ amount, to: user, txHash: bytes32(9) })
    const cause = (amount: bigint, returned?: object, more: object = {}) => {
      const reading = {
        isExpired: false,
        deposit: { arrived: { amount, payments: [bytes32(7), bytes32(8)] }, returned },
      }
      const record = { deposit: { route: { ...asked, ...more }, request } }
      const [found, ...others] = findUnsentCauses(swapWith({ record }), reading as never)
      expect(others).to.deep.equal([])
      return `${found!.name}: ${found!.says}`
    }
    const late = { expiresAt: now }
    const seen = `has arrived at ${other} on alpha, and the swap API has seen no payment.`
    expect(cause(2_000_000n)).to.match(/^deposit-unpaid: Only 2 DAI of 3 DAI has arrived/)
    for (const more of [{}, late])
      expect(cause(3_000_000n, undefined, more)).to.equal(`deposit-not-taken: 3 DAI ${seen}`)
    const over = "more than was asked for by 2 transactions."
    expect(cause(6_000_000n)).to.equal(`deposit-not-taken: 6 DAI ${seen} That is 3 DAI ${over}`)
    expect(cause(5_000_000n, back(1_000_000n))).to.equal(`deposit-not-taken: 4 DAI ${seen} That is 1 DAI ${over}`)
    expect(cause(5_000_000n, back(2_000_000n))).to.equal(`deposit-not-taken: 3 DAI ${seen}`)
    for (const [amount, more] of [
      [3_000_000n, {}],
      [2_000_000n, late],
    ] as const) {
      const sentBack = `was paid to ${other} on alpha was sent back to ${user}.`
      expect(cause(amount, back(2_000_000n), more)).to.equal(`deposit-returned: 2 DAI of what ${sentBack}`)
    }
    expect(cause(1n, undefined, late)).to.match(/^deposit-unpaid: Only .* and the quote expired at/)
    // Native currency that was moved on leaves no log.
    const native = { isExpired: false, deposit: { arrived: { amount: 0n, payments: undefined }, returned: undefined } }
    const [unseen] = findUnsentCauses(swapWith({ record: { deposit: { route: asked, request } } }), native)
    expect([unseen!.name, unseen!.certainty]).to.deep.equal(["deposit-unpaid", "likely"])
  })

  it("name what they know of a lock without an entry, and of a deposit without an address on a chain without a name", () => {
    const [held] = findUnsentCauses(swapWith({ record: { entry: undefined, heldBy: "process 7 on here" } }), undefined)
    const lock = { source: "the journal", says: "The lock of q-1 is held by process 7 on here." }
    expect([held!.name, held!.evidence]).to.deep.equal(["journal-held", [lock]])
    const [begun] = findUnsentCauses(swapWith({ record: { entry, heldBy: "process 7 on here" } }), undefined)
    expect(begun!.evidence).to.deep.equal([lock, { source: "the journal", says: "The execution is CHECKED." }])
    const record = { deposit: { route: { ...route, deposit: null }, request } }
    const [unpaid] = findUnsentCauses(swapWith({ record, origin: undefined }), undefined)
    expect([unpaid!.certainty, unpaid!.says, unpaid!.fix]).to.deep.equal([
      "possible",
      "It was not read whether its deposit was paid to its address on the origin chain, and the quote expires at 2026-01-01 00:01:00 UTC.",
      "look at its address on the origin chain before anybody pays",
    ])
  })

  it("are an expired quote, surely where it was recorded, and what would stop the next one", async () => {
    const lack = { kind: "too little", owned: 1n, needed: 2n, isNative: false }
    const expired = await causes({}, { isExpired: true, lacks: [lack] })
    expect(expired.map((text) => text.split(" | ").slice(0, 2).join(" "))).to.deep.equal([
      `quote-expired ${again}`,
      "balance-missing likely",
    ])
    expect(await causes({}, { isExpired: true })).to.deep.equal([`quote-expired | ${again}`])
    const unrecorded = { record: undefined }
    const status = (api: string, more = {}) => causes({ ...unrecorded, api: routeOf({ status: api, ...more }) })
    expect(await status("EXPIRED")).to.deep.equal(["quote-expired | likely | swap again with a new quote"])
    const got = "the account that got the quote executes it"
    expect(await status("PENDING")).to.deep.equal([`not-sent | likely | ${got}`])
    expect(await status("PENDING", { userOp: "deposit" })).to.deep.equal([`deposit-unpaid | likely | ${got}`])
    expect(await status("PENDING", { origin: { ...side, txHash: bytes32(1) } })).to.deep.equal([])
    expect(await status("IN_PROGRESS")).to.deep.equal([])
    expect(await causes({ ...unrecorded, api: { kind: "unknown quote" } })).to.deep.equal([])
  })

  it("are what it lacks, a fee that rose, or that it reverts", async () => {
    const shown = (lack: object, more: object = {}) => {
      const [cause, ...others] = findUnsentCauses(swapWith(more), { ...ready, lacks: [lack] } as never)
      return [cause!.name, cause!.says, cause!.evidence.map((each) => each.says).join(), others.length]
    }
    const little = { kind: "too little", owned: 1_500_000n, needed: 4_000_000n, isNative: false }
    expect(shown(little)).to.deep.equal([
      "balance-missing",
      `${user} owns 1.5 DAI on alpha, and the swap takes 4 DAI: 2.5 DAI are missing.`,
      `balanceOf(${user}) of ${dai} is 1500000.`,
      0,
    ])
    const [eth, isNative] = [10n ** 18n, true]
    expect(shown({ ...little, owned: eth, needed: 3n * eth, isNative })).to.deep.equal([
      "balance-missing",
      `${user} owns 1 of the native currency on alpha, and the swap takes 3 of the native currency: 2 of the native currency are missing, besides gas.`,
      `The balance of ${user} is ${eth} wei.`,
      0,
    ])
    expect(shown({ ...little, owned: eth, needed: eth, isNative })[1]).to.match(/: gas is missing\.$/)
    const allowance = { kind: "not allowed", spender: other, allowed: 500_000n, needed: 2_000_000n }
    expect(shown(allowance)).to.deep.equal([
      "allowance-missing",
      `${other} may take 0.5 DAI from ${user} on alpha, and the swap needs 2 DAI: 1.5 DAI are missing.`,
      `allowance(${user}, ${other}) is 500000.`,
      0,
    ])
    expect((await causes({}, { ...ready, lacks: [little, allowance] })).length).to.equal(2)
    const data = encodeErrorResult({ abi: parseAbi(["error Error(string)"]), errorName: "Error", args: ["no"] })
    const reverting = { data, value: 10n ** 16n, enough: 3n * 10n ** 16n }
    const [risen, ...more] = findUnsentCauses(swapWith(), { ...ready, reverting })
    expect([await brief(risen!), more]).to.deep.equal([`fee-risen | ${again}`, []])
    expect(risen!.says).to.contain("attaches 0.01 of").and.contain("takes 0.03 of").and.contain(", 0.02 of")
    const [reverts] = findUnsentCauses(swapWith(), { ...ready, reverting: { ...reverting, enough: undefined } })
    expect([reverts!.name, reverts!.says, reverts!.evidence[0]?.source]).to.deep.equal([
      ...["call-reverts", "The route's transaction would revert on alpha: no.", "simulation on alpha, block 9"],
    ])
  })

  it("are a lower price by how much, of the route of the same provider, or else of the best", () => {
    const offer = (amount: bigint, name: string) => ({
      ...{ ...route, routeDetails: { name }, output: { ...route.output, amount, minAmountOut: amount - 1n } },
    })
    const mine = { ...entry, route: offer(1_000n, "Own"), leastOut: 990n }
    const says = (...routes: object[]) => {
      const unsent = { ...ready, reverting: { data: "0x", value: 0n, enough: undefined }, newQuote: { routes } }
      const [cause] = findUnsentCauses(swapWith({ record: { entry: mine } }), unsent as never)
      return cause!.name === "price-moved" ? /, ([\d.]+) % less/.exec(cause!.says)?.[1] : cause!.name
    }
    expect(says(offer(900n, "Own"), offer(999n, "Other"))).to.equal("10")
    expect(says(offer(995n, "Own"), offer(900n, "Other"))).to.equal("call-reverts")
    expect(says(offer(900n, "A"), offer(985n, "B"), offer(950n, "C"))).to.equal("1.5")
    expect(says()).to.equal("call-reverts")
    // A quote that hopes for nothing can promise no less in percent.
    mine.route = offer(0n, "Own")
    expect(says(offer(0n, "Own"))).to.equal("0")
  })
})
