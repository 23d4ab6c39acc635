import { expect } from "chai"
import { describe, it } from "mocha"

import { isBegun, isFalseEnd, readProgress } from "#extras/swap/src/reading/readProgress.js"
import { completedLog, loggedQuote, startedLog } from "#extras/swap/test/fixtures/routeLogs.js"
import { bridge, entry, routeOf, swapWith } from "#extras/swap/test/fixtures/swapCases.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [own, reverted] = ["success", "reverted"].map((status) => ({
  ...{ kind: "mined", hash: bytes32(1), at: 900, receipt: { status, blockNumber: 5n, logs: [] } },
}))
const nothing = { kind: "nothing" }
const alpha = { client: {}, chainId: 41_001, name: "alpha" }
const unread = { chainId: 41_001, name: "alpha", problem: "down" }
const statuses = ["PENDING", "IN_PROGRESS", "EXPIRED", "COMPLETED", "REFUNDING", "REFUNDED", "FAILED", "PONDERING"]

describe("isFalseEnd", () => {
  it("needs an end that the API calls so, an origin that can be read, and a transaction that is not there", () => {
    const isFalse = (status: string, more: object = {}, userOp = "tx") =>
      isFalseEnd(swapWith({ api: routeOf({ status, userOp }), origin: alpha, ...more }))
    expect(statuses.filter((status) => isFalse(status))).to.deep.equal(["COMPLETED", "REFUNDED"])
    expect(statuses.filter((status) => isFalse(status, {}, "deposit"))).to.deep.equal(["COMPLETED"])
    for (const [sending, isThere] of [
      [own, true],
      [reverted, false],
      [nothing, false],
      [{ kind: "pending", hash: bytes32(1) }, false],
      [{ kind: "unclear", says: "no" }, true],
    ] as const) {
      expect(isFalse("COMPLETED", { sending }), JSON.stringify(sending?.kind)).to.equal(!isThere)
    }
    expect(isFalse("COMPLETED", { origin: unread })).to.equal(false)
    expect(isFalse("COMPLETED", { origin: undefined })).to.equal(false)
    expect(isFalse("COMPLETED", { api: { kind: "no answer", says: "" } })).to.equal(false)
  })
})

describe("isBegun", () => {
  it("is what the API says of any state but the first and an expired quote", () => {
    const begun = statuses.filter((status) => isBegun(swapWith({ api: routeOf({ status }) })))
    expect(begun).to.deep.equal(statuses.filter((status) => status !== "PENDING" && status !== "EXPIRED"))
    expect(isBegun(swapWith({ api: { kind: "unknown quote" } }))).to.equal(false)
  })
})

describe("readProgress", () => {
  /** What is read of a swap, by name, and which transactions' messages were asked for. */
  async function read(more: object, logs: readonly object[] = []) {
    const { client } = fakeNode({
      eth_getBlockByNumber: () => ({ number: "0x28", timestamp: "0x64", transactions: [] }),
      eth_getBalance: () => "0xffff",
      eth_getLogs: () => logs.map((log) => ({ ...log, blockNumber: "0x28", logIndex: "0x0", removed: false })),
      eth_call: () => `0x${"f".repeat(64)}`,
    })
    const asked: unknown[] = []
    const explainMessages = ({ chain, txHash }: { chain: { name: string }; txHash: string }) =>
      Promise.resolve((asked.push(`${chain.name} ${txHash}`), { verdict: "waiting" }))
    const origin = { ...alpha, client }
    const destination = { ...origin, chainId: 41_002, name: "beta" }
    const found = await readProgress(swapWith({ origin, destination, explainMessages, ...more }))
    const names = Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    return { names: names.filter((name) => name !== "swap" && name !== "route").sort(), asked }
  }
  const names = async (status: string, more: object = {}) => (await read({ api: routeOf({ status }), ...more })).names

  it("reads of each state what it needs, and the messages of what is under way", async () => {
    for (const [status, found] of [
      ["COMPLETED", ["payout"]],
      ["REFUNDED", ["refunded"]],
      ["REFUNDING", ["refund"]],
      ["FAILED", []],
      ["IN_PROGRESS", ["messages"]],
      ["PONDERING", ["messages"]],
      ["PENDING", ["messages"]],
      ["EXPIRED", ["messages"]],
    ] as const) {
      expect(await names(status, { sending: own }), status).to.deep.equal(found)
    }
    const underWay = await read({ api: routeOf({ status: "IN_PROGRESS" }), sending: own })
    expect(underWay.asked).to.deep.equal([`alpha ${bytes32(1)}`])
    const started = { ...own, receipt: { ...own!.receipt, logs: [startedLog(bridge)] } }
    const logged = async (log: object) =>
      await read({ api: routeOf({ quoteId: loggedQuote, status: "IN_PROGRESS" }), sending: started }, [log])
    expect((await logged(startedLog(bridge))).names).to.deep.equal(["messages"])
    expect(await logged(completedLog(bridge)), "what has paid").to.deep.equal({ names: [], asked: [] })
    expect((await read({ api: { kind: "unknown quote" }, sending: own })).names).to.deep.equal(["messages"])
    expect(await names("IN_PROGRESS", { sending: nothing })).to.deep.equal([])
    expect(await names("IN_PROGRESS", { sending: reverted, record: undefined })).to.not.include("messages")
    expect(await names("IN_PROGRESS", { sending: own, origin: unread })).to.deep.equal([])
  })

  it("reads no end that is false, and none of a transaction that is not known to be mined", async () => {
    for (const status of ["COMPLETED", "REFUNDED"]) {
      expect(await names(status, { sending: reverted, record: undefined }), status).to.not.include.members([
        ...["payout", "refunded", "messages"],
      ])
    }
    const unclear = { sending: { kind: "unclear", says: "no" } }
    expect(await names("COMPLETED", unclear)).to.deep.equal([])
  })

  it("reads what stops a swap that has not begun, but for one of a chain that is gone", async () => {
    const unsent = { sending: nothing, record: { entry: { ...entry, state: "APPROVED" } } }
    expect(await names("PENDING", unsent)).to.include("unsent")
    expect(await names("IN_PROGRESS", unsent)).to.not.include("unsent")
    const gone = { ...unsent, record: { ...unsent.record, isOfAnotherChain: true } }
    expect(await names("PENDING", gone)).to.deep.equal([])
    expect(await names("COMPLETED", { sending: own, record: { entry, isOfAnotherChain: true } })).to.deep.equal([
      "payout",
    ])
  })
})
