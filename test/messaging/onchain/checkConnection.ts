import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"
import { encodeAbiParameters, encodeEventTopics, parseAbiParameters } from "viem/utils"

import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { checkConnection, type ConnectionSide } from "#src/messaging/onchain/checkConnection.js"
import { WrongContractError } from "#src/onchain/callErrors.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { createFakeChain, revert } from "#test/fixtures/worlds/swap/fakeChain.js"

type Played = {
  /** `null`: it does not say. */
  slug?: number | null
  sibling?: Address
  capacitor?: Address
  decapacitor?: Address
  /** Outbound and inbound. */
  switchboards?: readonly [Address, Address]
  /** Which switchboard names which. Default: the node gives no logs. */
  siblingSwitchboards?: readonly (readonly [Address, Address])[]
  /** Gets the first block of each request for logs. */
  logsFrom?: bigint[]
}

const [fast, optimistic]: Address[] = [
  "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707",
  "0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9",
]

function side(plug: Address, slug: number, played: Played): ConnectionSide {
  const parts = [played.capacitor ?? capacitor, played.decapacitor ?? capacitor]
  const [outbound, inbound] = played.switchboards ?? [capacitor, capacitor]
  const config = [played.sibling ?? zeroAddress, inbound, outbound, ...parts]
  const otherSlug = slug === 41001 ? 41002 : 41001
  const { siblingSwitchboards, logsFrom = [] } = played
  const { client } = createFakeChain({
    ...(siblingSwitchboards === undefined
      ? {}
      : {
          logsOf({ fromBlock }) {
            logsFrom.push(fromBlock)
            return siblingSwitchboards.map(([own, other]) => siblingLog(own, otherSlug, other))
          },
        }),
    contracts: {
      [fast!]: { abi: switchboardAbi, answer: () => 1n },
      [optimistic!]: {
        abi: switchboardAbi,
        answer: ({ functionName }) => {
          if (functionName === "totalWatchers") throw revert()
          return 60n
        },
      },
      [socket]: {
        abi: socketAbi,
        answer: ({ functionName }) => {
          if (functionName !== "chainSlug") return config
          if (played.slug === null) throw revert()
          return played.slug ?? slug
        },
      },
    },
  })
  return { client, socket, plug, slug }
}

function siblingLog(switchboard: Address, otherSlug: number, sibling: Address): object {
  const [topic] = encodeEventTopics({ abi: socketAbi, eventName: "SiblingSwitchboardUpdated" })
  const types = parseAbiParameters("address, uint32, address")
  return {
    address: socket,
    topics: [topic],
    data: encodeAbiParameters(types, [switchboard, otherSlug, sibling]),
    ...{ blockNumber: "0x1", logIndex: "0x0", transactionIndex: "0x0", removed: false },
    ...{ transactionHash: bytes32(1), blockHash: bytes32(1) },
  }
}

const a = (played: Played): ConnectionSide => side(srcPlug, 41001, played)
const b = (played: Played): ConnectionSide => side(dstPlug, 41002, played)

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

  it("says which side is not connected, or is connected to another plug", async () => {
    const half = await checkConnection({ a: a({ sibling: dstPlug }), b: b({}) })
    expect(half.agrees).to.equal(false)
    expect(half.differences).to.have.length(1)
    expect(half.differences[0]).to.include({ side: "b", about: "sibling", expected: srcPlug, actual: zeroAddress })

    const other = await checkConnection({ a: a({ sibling: srcPlug }), b: b({ sibling: srcPlug }) })
    expect(other.differences[0]).to.include({ side: "a", about: "sibling", expected: dstPlug, actual: srcPlug })
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
    const connected = (ofA: Partial<Played>, ofB: Partial<Played>) =>
      checkConnection({ a: a({ sibling: dstPlug, ...ofA }), b: b({ sibling: srcPlug, ...ofB }) })
    const both = (switchboard: Address | undefined) => [switchboard!, switchboard!] as const

    it("name each other, agrees", async () => {
      const plays = { switchboards: both(fast), siblingSwitchboards: [both(fast)] }
      expect(await connected(plays, plays)).to.deep.include({ agrees: true, differences: [], notChecked: [] })
    })

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
        { switchboards: [fast!, fast!], siblingSwitchboards: [both(fast)] },
        { switchboards: [fast!, optimistic!], siblingSwitchboards: [both(fast), both(optimistic)] },
      )
      expect(check.differences.map(({ side: where, expected, actual }) => [where, expected, actual])).to.deep.equal([
        ["a", optimistic, fast],
        ["b", fast, optimistic],
      ])
    })

    it("do not know each other, says so", async () => {
      const check = await connected(
        { switchboards: both(fast), siblingSwitchboards: [] },
        { switchboards: both(fast), siblingSwitchboards: [[fast!, zeroAddress]] },
      )
      expect(check.differences.map(({ side: where, actual }) => [where, actual])).to.deep.equal([
        ["a", zeroAddress],
        ["b", zeroAddress],
      ])
    })

    it("are of no known kind, or work with others, says so by their addresses", async () => {
      const plain = { switchboards: both(capacitor), siblingSwitchboards: [[capacitor, optimistic!]] as const }
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
