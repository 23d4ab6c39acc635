import { expect } from "chai"
import { describe, it } from "mocha"

import { listEvents } from "#extras/swap/src/explaining/describeSwap.js"
import { findFalseEnd, findRouteCauses, hasArrived } from "#extras/swap/src/explaining/findRouteCauses.js"
import type { SwapReading } from "#extras/swap/src/reading/readProgress.js"
import { byOthers } from "#src/explaining/explain.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const side = { status: "", txHash: null, timestamp: null, userAddress: null, input: [] }
const mined = { kind: "mined", hash: bytes32(1), receipt: { status: "success", blockNumber: 5n }, at: 1_000 }
const origin = { client: {}, chainId: 41001, name: "alpha" }
const log = (eventName: string, block: number) =>
  ({ eventName, args: {}, address: "0x", blockNumber: BigInt(block), transactionHash: bytes32(block) }) as const
const route = { origin: [log("RouteStarted", 5)], destination: [], startedAt: 1_000, destinationNow: 0, contracts: [] }

type Played = {
  readonly status?: string
  readonly api?: object
  readonly sending?: object
  readonly now?: number
  /** What the provider named as its time, in seconds. */
  readonly estimatedTime?: number | null
  readonly reading?: object
  readonly userOp?: string
  readonly isOneChain?: boolean
}

function readingOf({ status = "IN_PROGRESS", api, sending = mined, now = 0, ...more }: Played): SwapReading {
  const { estimatedTime = null, reading = {}, userOp = "tx", isOneChain = false } = more
  const named = { kind: "route", route: { status, userOp, origin: side, destination: side, routeDetails: null } }
  const record = {
    entry: { route: { estimatedTime, routeDetails: { name: "Own" } }, state: "SENT", account: "0x", at: 0 },
  }
  const destination = { ...origin, name: "beta", chainId: isOneChain ? 41001 : 41002 }
  const swap = { id: "1", api: api ?? named, origin, destination, sending, now, record }
  return { swap, route, ...reading } as never
}
const namesOf = (played: Played) => findRouteCauses(readingOf(played)).map(({ name }) => name)

describe("findRouteCauses", () => {
  it("calls a provider late after half an hour, or ten times as long as it named", () => {
    expect(namesOf({ now: 2_800 })).to.deep.equal([])
    expect(namesOf({ now: 2_801 })).to.deep.equal(["provider-late"])
    expect(namesOf({ now: 2_801, estimatedTime: 180 })).to.deep.equal(["provider-late"])
    expect(namesOf({ now: 2_801, estimatedTime: 181 })).to.deep.equal([])
    expect(namesOf({ now: 2_810, estimatedTime: 181 })).to.deep.equal([])
    expect(namesOf({ now: 2_811, estimatedTime: 181 })).to.deep.equal(["provider-late"])
    const [late] = findRouteCauses(readingOf({ now: 4_600, estimatedTime: 60 }))
    expect(late!.says).to.contain("1 h").and.to.contain("1 min")
    const [long] = findRouteCauses(readingOf({ now: 12_000, estimatedTime: 1_000 }))
    expect(long!.says).to.match(/ The route was said to take 16 min 40 s\.$/)
    const api = { kind: "route", route: { status: "IN_PROGRESS", userOp: "tx", origin: side, destination: side } }
    const fixOf = (name: unknown) => {
      const routeDetails = { name }
      return findRouteCauses(readingOf({ now: 4_600, api: { ...api, route: { ...api.route, routeDetails } } }))[0]!.fix
    }
    expect(fixOf("a".repeat(41))).to.include({ who: `the provider ${"a".repeat(40)} of the route pays or refunds` })
    expect(fixOf(7)).to.include({ who: "the provider of the route pays or refunds" })
  })

  it("says what the API lacks of a route that its chain shows, and nothing of one that it does not", () => {
    const none = { reading: { route: undefined } }
    for (const status of ["PENDING", "EXPIRED"]) {
      expect(namesOf({ status })).to.deep.equal(["api-behind-chain"])
      expect(namesOf({ status, ...none })).to.deep.equal([])
    }
    expect(namesOf({ api: { kind: "unknown quote" } })).to.deep.equal(["api-behind-chain"])
    expect(namesOf({ api: { kind: "unknown quote" }, ...none })).to.deep.equal([])
    const silent = namesOf({ api: { kind: "no answer", says: "" } })
    expect(silent).to.have.length(1).and.not.to.include("api-behind-chain")
    expect(namesOf({ api: { kind: "no answer", says: "" }, ...none })).to.deep.equal(silent)
    expect(namesOf({ ...none, now: 9_999 })).to.deep.equal([])
  })

  it("says of what a bridge holds longer than it has to who can release it, a minute after that", () => {
    const args = { payableAt: 5_000n, quoteId: "0x9" }
    const arrived = { ...log("RouteArrived", 8), address: "0xb", args }
    const earlier = { ...arrived, args: { ...args, payableAt: 1n }, blockNumber: 7n }
    const of = (destinationNow: number, more: object = {}, ...logs: object[]) => {
      const destination = [earlier, arrived, ...logs]
      return findRouteCauses(readingOf({ reading: { route: { ...route, destination, destinationNow } }, ...more }))
    }
    expect(of(5_060, { now: 99_999 }), "nobody is late while it is held").to.deep.equal([])
    const [due, ...others] = of(5_061)
    expect([due!.name, due!.fix, others]).to.deep.equal([
      ...["release-due", "call release(0x9) of 0xb on beta, or ask the provider to", []],
    ])
    expect(due!.says).to.match(/^The bridge 0xb on beta has held the value longer .* until 1970-01-01 01:23:20 UTC, /)
    expect(due!.evidence.slice(0, 2)).to.deep.equal([
      { source: "beta, block 8", says: "RouteArrived: it can be paid from 1970-01-01 01:23:20 UTC." },
      { source: "beta", says: "It is 1970-01-01 01:24:21 UTC there." },
    ])
    expect(of(5_061, {}, log("RouteRefunding", 9)).map(({ name }) => name)).to.deep.equal(["release-due"])
    const onlyOther = { ...route, destination: [log("RouteRefunding", 9)], destinationNow: 5_061 }
    expect(namesOf({ reading: { route: onlyOther } })).to.deep.equal([])
  })

  it("finds what a refund under way waits for, where it was read, and of an end that was looked for what was seen", () => {
    const refund = { kind: "under way", reason: undefined }
    expect(namesOf({ status: "REFUNDING", reading: { refund } })).to.deep.equal(["refund-under-way"])
    expect(namesOf({ status: "REFUNDING" })).to.deep.equal([])
    const problem = { kind: "unread", problem: "no" }
    expect(namesOf({ status: "REFUNDED", reading: { refunded: problem } })).to.deep.equal(["destination-unread"])
    expect(namesOf({ status: "REFUNDED" })).to.deep.equal([])
    expect(namesOf({ status: "COMPLETED", reading: { payout: problem } })).to.deep.equal(["destination-unread"])
    expect(namesOf({ status: "COMPLETED", reading: { payout: { kind: "seen" } } })).to.deep.equal([])
  })

  it("has the message's own cause before that its provider is late", () => {
    const first = { name: "not-sealed", certainty: "likely", says: "No.", evidence: [], mend: null, about: null }
    const explanation = { verdict: "stuck", says: "It is stuck.", causes: [first], items: [] }
    const messages = { chain: origin, txHash: bytes32(2), explanation }
    expect(namesOf({ now: 9_999, reading: { messages } })).to.deep.equal(["message-stuck"])
    const going = { ...messages, explanation: { ...explanation, verdict: "waiting" } }
    expect(namesOf({ now: 9_999, reading: { messages: going } })).to.deep.equal(["provider-late"])
  })

  it("names the provider that the journal has where the API does not know the route", () => {
    const [late, behind] = findRouteCauses(readingOf({ now: 2_801, api: { kind: "unknown quote" } }))
    expect([late!.name, late!.fix]).to.deep.equal([
      "provider-late",
      byOthers("the provider Own of the route pays or refunds"),
    ])
    expect(behind!.says).to.equal("The transaction was mined on alpha, and the swap API does not know of it yet.")
  })

  it("names a failure that is not that of its transaction", () => {
    expect(namesOf({ status: "FAILED" })).to.deep.equal(["route-failed"])
    expect(namesOf({ status: "FAILED", reading: { route: undefined } })).to.deep.equal([])
    const unsent = { sending: { kind: "nothing" }, reading: { route: undefined } }
    expect(namesOf({ status: "FAILED", ...unsent })).to.deep.equal(["route-failed"])
  })
})

describe("hasArrived", () => {
  it("believes the chain that pays: what was looked for, else what its provider logged", () => {
    const arrived = (played: Played) => hasArrived(readingOf(played))
    const completed = { route: { ...route, destination: [log("RouteCompleted", 9)] } }
    expect(arrived({ reading: completed })).to.equal(true)
    expect(arrived({})).to.equal(false)
    for (const status of ["COMPLETED", "REFUNDED", "REFUNDING", "FAILED"]) {
      expect(arrived({ status, reading: completed }), status).to.equal(false)
    }
    expect(arrived({ status: "COMPLETED", reading: { payout: { kind: "seen" } } })).to.equal(true)
    expect(arrived({ reading: { ...completed, payout: { kind: "unseen" } } })).to.equal(false)
    expect(arrived({ api: { kind: "no answer", says: "" }, reading: completed })).to.equal(true)
  })
})

describe("findFalseEnd", () => {
  it("finds an end whose beginning is not there", () => {
    const isFalse = (played: Played) => findFalseEnd(readingOf(played).swap)?.name
    const reverted = { ...mined, receipt: { status: "reverted" } }
    for (const sending of [{ kind: "nothing" }, { kind: "pending" }, reverted]) {
      expect(isFalse({ status: "COMPLETED", sending })).to.equal("api-ahead-of-chain")
      expect(isFalse({ status: "REFUNDED", sending })).to.equal("api-ahead-of-chain")
      // Who pays a deposit is not known.
      expect(isFalse({ status: "REFUNDED", sending, userOp: "deposit" })).to.equal(undefined)
      expect(isFalse({ status: "FAILED", sending })).to.equal(undefined)
      expect(isFalse({ api: { kind: "unknown quote" }, sending })).to.equal(undefined)
    }
    const saysOf = (sending: object) => findFalseEnd(readingOf({ status: "COMPLETED", sending }).swap)?.says
    expect([{ kind: "nothing" }, { kind: "pending" }, reverted].map(saysOf)).to.deep.equal(
      ["was never signed", "is not mined", "reverted"].map(
        (what) => `The swap API says that the swap is COMPLETED, and its transaction ${what} on alpha.`,
      ),
    )
    expect(isFalse({ status: "COMPLETED" })).to.equal(undefined)
    expect(isFalse({ status: "COMPLETED", sending: { kind: "unclear" } })).to.equal(undefined)
  })
})

describe("listEvents of a swap", () => {
  it("has each log once, those of one chain too, between what was sent and what the API reports", () => {
    const logs = { ...route, destination: [log("RouteArrived", 8), log("RouteCompleted", 9)] }
    const placesOf = (played: Played, own = logs) => {
      const { swap } = readingOf(played)
      return listEvents(swap, own as never).map(({ place, blockNumber }) => `${place} ${blockNumber ?? ""}`.trim())
    }
    const sent = ["the journal", "alpha 5"]
    expect(placesOf({})).to.deep.equal([...sent, "alpha 5", "beta 8", "beta 9", "the swap API"])
    const both = { ...logs, origin: logs.destination }
    expect(placesOf({ isOneChain: true }, both)).to.deep.equal([...sent, "alpha 8", "alpha 9", "the swap API"])
    const { swap } = readingOf({ sending: { kind: "nothing" }, api: { kind: "unknown quote" } })
    expect(listEvents(swap, undefined).map(({ place }) => place)).to.deep.equal(["the journal"])
  })
})
