import { expect } from "chai"
import { describe, it } from "mocha"

import { describeSwap, listEvents } from "#extras/swap/src/explaining/describeSwap.js"
import { amountOf, apiEvidence, sourceOf, swapAgain, timeOf } from "#extras/swap/src/explaining/words.js"
import {
  again,
  bridge,
  entry,
  now,
  other,
  request,
  route,
  routeOf,
  side,
  swapWith,
} from "#extras/swap/test/fixtures/swapCases.js"
import { stateInfo } from "#src/swap/states.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { user } from "#test/fixtures/wire/swapRoutes.js"

describe("where a swap is", () => {
  const mined = { kind: "mined", at: now - 90, hash: bytes32(1), receipt: { status: "success", blockNumber: 5n } }
  const said = (more: object, reading?: object, end?: "paid" | "refunded") =>
    describeSwap(swapWith(more), reading as never, end)
  const arrived = (payableAt: number) => ({
    destination: [{ eventName: "RouteArrived", args: { payableAt: BigInt(payableAt) }, transactionHash: bytes32(8) }],
  })

  it("is shown by its end, else by the API, else by the journal", () => {
    const completed = { api: routeOf({ status: "COMPLETED", destination: { ...side, txHash: bytes32(4) } }) }
    const paidBy = { destination: [{ eventName: "RouteCompleted", transactionHash: bytes32(6), args: {} }] }
    expect(said(completed, undefined, "paid")).to.deep.equal({
      ...{ id: "q-1", status: "COMPLETED", says: `The output was paid on beta in ${bytes32(4)}.`, since: null },
    })
    expect(said({}, paidBy, "paid").says).to.equal(`The output was paid on beta in ${bytes32(6)}.`)
    expect(said({}, undefined, "paid").says).to.equal("The output was paid on beta.")
    expect(said({ destination: undefined }, undefined, "paid").says).to.equal("The output was paid on the destination.")
    const words = (status: string) => said({ api: routeOf({ status }) }).says
    expect([words("PONDERING"), words("p".repeat(50))]).to.deep.equal([
      ...["The API says PONDERING.", `The API says ${"p".repeat(39)}….`],
    ])
    expect(words("FAILED")).to.match(/^[A-Z][a-z].*[^.]\.$/)
    expect(words("FAILED").slice(1)).to.equal(`${stateInfo("FAILED")!.says.slice(1)}.`)
    expect(said(completed).says).to.equal(`The swap API says COMPLETED in ${bytes32(4)}, and no chain confirms it.`)
    const refunded = { api: routeOf({ status: "REFUNDED", refund: { txHash: bytes32(5) } }) }
    expect(said(refunded).says).to.equal(`The swap API says REFUNDED in ${bytes32(5)}, and no chain confirms it.`)
    expect(said({ api: routeOf({ status: "REFUNDED" }) }).says).to.equal(
      "The swap API says REFUNDED, and no chain confirms it.",
    )
    expect(said(refunded, undefined, "refunded").says).to.not.contain("confirms")
    const silent = { api: { kind: "unknown quote" } }
    expect([said(silent).status, said({ ...silent, record: undefined }).status]).to.deep.equal(["CHECKED", "UNKNOWN"])
    expect([said({ ...silent, sending: mined }).since, said(silent).since]).to.deep.equal([now - 90, null])
  })

  it("says of a route under way since when, for how long, and until when a bridge holds it", () => {
    const of = (more: object, reading?: object) =>
      said({ api: routeOf({ status: "IN_PROGRESS" }), ...more }, reading).says.replace(/^.*?\./, "")
    const timed = { record: { entry: { ...entry, route: { ...route, estimatedTime: 120 } } } }
    const untimed = { record: { entry: { ...entry, route: { ...route, estimatedTime: null } } } }
    expect(of({ ...timed, sending: mined })).to.equal(
      " Its transaction was mined 1 min 30 s ago. Such a route is said to take 2 min 00 s.",
    )
    expect(of(untimed)).to.equal("")
    expect(of(untimed, arrived(now + 60))).to.equal(
      " It has arrived, and the bridge holds it until 2026-01-01 00:01:00 UTC.",
    )
    expect(of(untimed, arrived(now))).to.equal("")
    expect(said({ ...timed, sending: mined }).says).to.not.contain("ago")
  })

  it("has a story of the journal, both chains and the API, each once", () => {
    const log = (eventName: string, block: number) => ({
      ...{
        eventName,
        args: { quoteId: "0x9", amount: 5n },
        blockNumber: BigInt(block),
        transactionHash: bytes32(block),
      },
    })
    const reading = { origin: [log("RouteStarted", 5)], destination: [log("RouteArrived", 6)] }
    const titles = (more: object) =>
      listEvents(swapWith({ sending: mined, ...more }), reading as never).map(
        ({ place, title, at, details }) => `${place}: ${title} ${at === null ? "" : at - now} ${details.join()}`,
      )
    const api = routeOf({ status: "IN_PROGRESS", destination: { ...side, txHash: bytes32(4), timestamp: now + 3 } })
    const reported = "the swap API: Reported as IN_PROGRESS 3 "
    const onOrigin = [
      ...[`the journal: Recorded as CHECKED 0 as ${user}`, "alpha: Swap sent -90 ", "alpha: Route started  amount: 5"],
    ]
    expect(titles({ api })).to.deep.equal([...onOrigin, "beta: Value arrived  amount: 5", reported])
    const same = { destination: { client: {}, chainId: 41_001, name: "alpha" } }
    expect(titles({ api, ...same })).to.deep.equal([...onOrigin, reported])
    const nameless = { origin: undefined, destination: undefined }
    expect(titles({ api, ...nameless }).map((line) => line.split(":")[0])).to.deep.equal([
      ...["the journal", "the origin chain", "the origin chain", "the swap API"],
    ])
    const failed = { sending: { ...mined, receipt: { status: "reverted", blockNumber: 5n } }, record: undefined }
    expect(titles({ ...failed, api: { kind: "unknown quote" } }).slice(0, 1)).to.deep.equal([
      "alpha: Swap reverted -90 ",
    ])
    const hashes = (txHash: string) =>
      listEvents(swapWith({ api: routeOf({ destination: { ...side, txHash } }) }), undefined).at(-1)?.txHash
    expect([hashes(bytes32(4)), hashes("5xSolana")]).to.deep.equal([bytes32(4), null])
  })
})

describe("the words of swaps", () => {
  it("have times, amounts with their unit, and the block that was read", () => {
    expect([timeOf(now), timeOf(1e30)]).to.deep.equal(["2026-01-01 00:00:00 UTC", "an unknown time"])
    expect(amountOf(1_500_000n, { symbol: "DAI", decimals: 6 })).to.equal("1.5 DAI")
    expect(amountOf(1_500_000n, { symbol: null, decimals: 6 })).to.equal("1.5")
    expect(amountOf(7n, undefined)).to.equal("7 (in the smallest unit)")
    const said = (api: object) => apiEvidence(swapWith({ api })).says
    expect(said({ kind: "unknown quote" })).to.equal("It does not know this quote.")
    expect(said({ kind: "no answer", says: "n".repeat(300) })).to.equal(`It does not answer: ${"n".repeat(159)}…`)
    const [origin, destination] = ["o", "d"].map((letter) => ({ ...side, status: letter.repeat(40) }))
    const [whole, cut] = [routeOf({ status: "IN_PROGRESS" }), routeOf({ status: "s".repeat(40), origin, destination })]
    expect(said(whole)).to.equal("The route is IN_PROGRESS (origin PENDING, destination PENDING).")
    expect(said(cut)).to.equal(
      `The route is ${"s".repeat(29)}… (origin ${"o".repeat(29)}…, destination ${"d".repeat(29)}…).`,
    )
    expect([sourceOf(swapWith()), sourceOf(swapWith({ originBlock: null, origin: undefined }))]).to.deep.equal([
      ...["alpha, block 9", "the origin chain"],
    ])
  })

  it("repeat the request as a command, with what is not as usual in it", () => {
    const command = (more: object, of: object = {}) =>
      swapAgain(swapWith({ record: { entry: { ...entry, request: { ...request, ...more } } }, ...of })).command
    expect(command({})).to.equal(again)
    expect(command({ destinationChainId: 41_001 })).to.equal(again.replace(" --to beta", ""))
    expect(command({}, { destination: undefined })).to.equal(again.replace("beta", "41002"))
    for (const own of ["9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM", undefined]) {
      expect(command({ userAddress: own }), "the receiver is not the account").to.contain(` --receiver ${user}`)
    }
    expect(command({ userAddress: user.toLowerCase() })).to.equal(again)
    expect(command({ receiverAddress: other })).to.contain(` --receiver ${other}`)
    const rest = {
      ...{ slippage: "0.5", includeProvider: ["a", "b"], excludeProvider: "c", feeBps: 0, feeTakerAddress: other },
      ...{ userOps: "deposit", refundAddress: bridge },
    }
    expect(command(rest)).to.equal(
      `${again} --slippage 0.5 --provider a,b --without c --fee-bps 0 --fee-taker ${other} --user-ops deposit --refund-address ${bridge}`,
    )
    for (const missing of [{ record: undefined }, { origin: undefined }, { unit: undefined }]) {
      expect(command({}, missing)).to.equal(null)
    }
  })
})
