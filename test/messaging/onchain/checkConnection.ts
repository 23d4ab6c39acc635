import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { checkConnection } from "#src/messaging/onchain/checkConnection.js"
import { WrongContractError } from "#src/onchain/callErrors.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { capacitor, dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import {
  endA as a,
  endB as b,
  fast,
  optimistic,
  type PlayedEnd,
  plugCodes,
} from "#test/fixtures/worlds/messaging/connectionEnds.js"

describe("checkConnection", () => {
  it("fails where a contract answers as a socket and does not say its chain", async () => {
    const silent = checkConnection({ a: a({ sibling: dstPlug, slug: null }), b: b({ sibling: srcPlug }) })
    expect(await rejection(silent)).to.include({ code: "CALL_REVERTED" })
  })

  it("agrees if each plug names the other", async () => {
    const check = await checkConnection({ a: a({ sibling: dstPlug }), b: b({ sibling: srcPlug }) })
    expect(check.agrees).to.equal(true)
    expect(check.differences).to.deep.equal([])
    expect(check.a.siblingPlug).to.equal(dstPlug)
    expect(check.b.siblingPlug).to.equal(srcPlug)
  })

  it("detects a socket of another chain, and the direction in which a switchboard has no path", async () => {
    const check = await checkConnection({
      a: a({ sibling: dstPlug, slug: 10, decapacitor: zeroAddress }),
      b: b({ sibling: srcPlug, capacitor: zeroAddress }),
    })
    expect(check.differences.map(({ side: where, about, expected }) => `${where} ${about} ${expected}`)).to.deep.equal([
      "a slug 41001",
      "a path a decapacitor",
      "b path a capacitor",
    ])
  })

  describe("where the switchboards of the two sides", () => {
    const connected = (ofA: PlayedEnd, ofB: PlayedEnd) =>
      checkConnection({ a: a({ sibling: dstPlug, ...ofA }), b: b({ sibling: srcPlug, ...ofB }) })
    const both = (switchboard: Address) => [switchboard, switchboard] as const

    it("are looked for from the first block of a chain, or from the given one", async () => {
      const logsFrom: bigint[] = []
      const plays = { switchboards: both(fast), siblingSwitchboards: [both(fast)], logsFrom }
      const [ofA, ofB] = [a({ sibling: dstPlug, ...plays }), b({ sibling: srcPlug, ...plays })]
      await checkConnection({ a: ofA, b: { ...ofB, fromBlock: 2n } })
      expect(logsFrom).to.have.members([0n, 2n])
    })

    it("are fast here and optimistic there, says so once for each side", async () => {
      const check = await connected(
        { switchboards: both(fast), siblingSwitchboards: [both(fast)] },
        { switchboards: both(optimistic), siblingSwitchboards: [both(optimistic)] },
      )
      expect(check.agrees).to.equal(false)
      expect(
        check.differences.map(({ side: where, about, expected, actual }) => [where, about, expected, actual]),
      ).to.deep.equal([
        ["a", "switchboard", optimistic, fast],
        ["b", "switchboard", fast, optimistic],
      ])
      expect(check.differences[0]?.says)
        .to.contain(`fast switchboard ${fast}`)
        .and.to.contain(`optimistic switchboard ${optimistic}`)
    })

    it("fit in one direction only, says which switchboard is wrong", async () => {
      const check = await connected(
        { switchboards: [fast, fast], siblingSwitchboards: [both(fast)] },
        { switchboards: [fast, optimistic], siblingSwitchboards: [both(fast), both(optimistic)] },
      )
      expect(check.differences.map(({ side: where, expected, actual }) => [where, expected, actual])).to.deep.equal([
        ["a", optimistic, fast],
        ["b", fast, optimistic],
      ])
    })

    it("do not know each other, says so", async () => {
      const check = await connected(
        { switchboards: both(fast), siblingSwitchboards: [] },
        { switchboards: both(fast), siblingSwitchboards: [[fast, zeroAddress]] },
      )
      expect(check.differences.map(({ side: where, actual }) => [where, actual])).to.deep.equal([
        ["a", zeroAddress],
        ["b", zeroAddress],
      ])
    })

    it("are of no known kind, or work with others, says so by their addresses", async () => {
      const plain = { switchboards: both(capacitor), siblingSwitchboards: [[capacitor, optimistic]] as const }
      const { differences } = await connected(plain, { ...plain, siblingSwitchboards: [] })
      const [ofA, ofB] = differences.map(({ says }) => says)
      expect(ofA).to.contain(optimistic).and.to.contain(capacitor)
      expect([ofA, ofB].map((says) => says?.match(/\w+ switchboard 0x/g))).to.deep.equal(
        Array.from({ length: 2 }, () => ["The switchboard 0x", "the switchboard 0x"]),
      )
      expect(ofB).to.not.contain("undefined").and.to.not.contain(optimistic)
    })

    it("are none, or one of them is none, compares nothing", async () => {
      const none = { switchboards: both(zeroAddress) }
      const nothing = { differences: [], notChecked: [] }
      expect(await connected(none, none)).to.deep.include(nothing)
      expect(await connected(none, { switchboards: both(fast) })).to.deep.include(nothing)
      expect(await connected({ switchboards: both(fast) }, none)).to.deep.include(nothing)
    })

    it("cannot be read, reports no difference, but that and why it was not checked", async () => {
      const check = await connected(
        { switchboards: both(fast) },
        { switchboards: both(fast), siblingSwitchboards: [both(fast)] },
      )
      expect(check).to.deep.include({ agrees: true, differences: [] })
      expect(check.notChecked.map(({ side: where, about }) => [where, about])).to.deep.equal([["a", "switchboard"]])
      expect(check.notChecked[0]?.says).to.contain("eth_getLogs")
    })
  })

  it("says which plug cannot receive, and which code was not read", async () => {
    const fine = { sibling: dstPlug, switchboards: [fast, fast], siblingSwitchboards: [[fast, fast]] } as const
    const check = await checkConnection({
      a: a({ ...fine, code: plugCodes.sends }),
      b: b({ ...fine, sibling: srcPlug, code: plugCodes.none }),
    })
    // Without a contract on the other side, nobody sends to it.
    expect(check.differences.map(({ side, about, actual }) => [side, about, actual])).to.deep.equal([
      ["b", "code", "none"],
    ])
    const lacking = await checkConnection({
      a: a({ ...fine, code: plugCodes.sends }),
      b: b({ ...fine, sibling: srcPlug }),
    })
    expect([lacking.agrees, lacking.differences.map(({ side, about }) => [side, about])]).to.deep.equal([
      ...[false, [["a", "function"]]],
    ])
    expect(lacking.differences[0]?.says).to.contain("0xc41f1f6c")
    const unread = await checkConnection({
      a: a({ ...fine, broken: ["eth_getCode"] }),
      b: b({ ...fine, sibling: srcPlug }),
    })
    expect(unread.agrees).to.equal(true)
    expect(
      unread.notChecked.map(({ side, about, reason }) => [side, about, reason.includes("no eth_getCode")]),
    ).to.deep.equal([["a", "code", true]])
  })

  it("fails if there is no socket at the address", async () => {
    const nowhere = { ...b({}), client: createFakeChain({}).client }
    const error = await rejection(checkConnection({ a: a({ sibling: dstPlug }), b: nowhere }))
    expect(error).to.be.instanceOf(WrongContractError)
  })

  it("refuses invalid parameters by the name of their side", async () => {
    const error = await rejection(checkConnection({ a: a({}), b: { ...b({}), plug: "0x12" } }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "b.plug" })
  })
})
