import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
  zeroAddress,
} from "viem"

import type { Effects, Step } from "#extras/audit/src/judging/applyCalls.js"
import { type EffectsContext, findEffects, listMade } from "#extras/audit/src/judging/findEffects.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import type { SimulatedLog } from "#src/onchain/simulation/Simulation.js"
import { at, contracts, people } from "#test/fixtures/wire/addresses.js"

const { plug, sibling, socket, switchboard } = contracts
const other = at(0xee)
const alpha = { slug: 41_001, name: "alpha" }
const nothing: Effects = { logs: [], nativeTransfers: [], storage: [], messages: [] }
const word = (value: bigint | Address): Hex =>
  typeof value === "bigint" ? numberToHex(value, { size: 32 }) : pad(value.toLowerCase() as Hex, { size: 32 })

/** What a socket logs of a connection with chain 41002. */
function connected(to: Address, boards: readonly [Address, Address] = [switchboard, switchboard]): SimulatedLog {
  const item = socketAbi.find((one) => one.type === "event" && one.name === "PlugConnected")
  const types = (item as { inputs: readonly { type: string }[] }).inputs
  const values = [plug, 41_002, to, ...boards, at(1), at(2)]
  const [topic] = encodeEventTopics({ abi: socketAbi, eventName: "PlugConnected" })
  return { address: socket, topics: [topic], data: encodeAbiParameters(types, values) }
}

const copies = [
  { ...alpha, slug: 41_002, name: "beta", socket: other, client: undefined as never },
  { ...alpha, socket, client: undefined as never },
]

function step(effects: Partial<Effects> | undefined, more: Partial<Step> = {}): Step {
  return {
    ...{ number: "3", chain: alpha, from: people.admin, to: plug, status: "applied", reason: undefined, hasCode: true },
    effects: effects && { ...nothing, ...effects },
    ...more,
  }
}

/** What is found, each with the numbers and addresses that it tells. */
function found(one: Step, context: Partial<EffectsContext> = {}) {
  const known: EffectsContext = {
    ...{ copies, wiredBefore: () => undefined, ownerOf: () => undefined, label: (_slug, address) => address },
    ...context,
  }
  return findEffects(one, known).map(({ name, number, chain, says }) => {
    expect([number, chain]).to.deep.equal([one.number, "alpha"])
    return [name, ...(says.match(/0x[0-9a-fA-F]+|\d+/g) ?? [])]
  })
}

describe("listMade", () => {
  it("lists the connections that the socket of the step's own chain logs", () => {
    const stranger = { ...connected(sibling), address: other }
    const made = listMade(
      step({ logs: [stranger, connected(sibling, [switchboard, other]), connected(zeroAddress)] }),
      copies,
    )
    const ends = { chain: alpha, plug, siblingChainSlug: 41_002 }
    expect(made).to.deep.equal([
      { ...ends, sibling, switchboards: [switchboard, other] },
      { ...ends, sibling: zeroAddress, switchboards: [switchboard, switchboard] },
    ])
    const short = { ...connected(sibling), data: connected(sibling).data.slice(0, 2 + 64 * 4) as Hex }
    expect(listMade(step({ logs: [short] }), copies)).to.deep.equal([])
    expect(listMade(step({ logs: [connected(sibling)] }), copies.slice(0, 1))).to.deep.equal([])
    expect(listMade(step(undefined), copies)).to.deep.equal([])
    const five = { ...connected(sibling), data: connected(sibling).data.slice(0, 2 + 64 * 5) as Hex }
    const event: SimulatedLog = { ...connected(sibling), topics: [word(1n)] }
    expect(listMade(step({ logs: [five, event] }), copies)).to.have.length(1)
  })
})

describe("findEffects", () => {
  it("tells of a connection that the wiring does not say, and takes one that it says for none", () => {
    const logs = [connected(sibling, [switchboard, other]), connected(zeroAddress), connected(sibling)]
    expect(found(step({ logs }))).to.deep.equal([
      ["CONNECTION", plug, sibling, "41002", switchboard, other],
      ["CONNECTION", plug, "41002"],
      ["CONNECTION", plug, sibling, "41002", switchboard],
    ])
    expect(found(step({ logs }), { wiredBefore: () => zeroAddress })).to.deep.equal([])
    expect(
      found(step({ logs }), { wiredBefore: (made) => (made.sibling === sibling ? other : undefined) }),
    ).to.deep.equal([["CONNECTION", plug, "41002"]])
  })

  it("explains storage by the connections of the wiring alone, each by its own", () => {
    const change = (slot: bigint, after: bigint | Address, contract: Address = plug) => ({
      ...{ contract, slot: word(slot), before: word(0n), after: word(after) },
    })
    const storage = [
      change(1n, sibling),
      change(2n, 7n),
      change(3n, other),
      change(4n, 9n, other),
      change(5n, 1n, socket),
    ]
    const logs = [connected(sibling)]
    expect(found(step({ logs, storage }), { wiredBefore: () => zeroAddress })).to.deep.equal([
      ["STORAGE", plug, word(7n), word(2n), "1"],
      ["STORAGE", other, word(9n), word(4n)],
    ])
    expect(found(step({ storage: [change(5n, 1n, socket)] }))).to.deep.equal([["STORAGE", socket, word(1n), word(5n)]])
    const apart = { logs: [connected(sibling, [switchboard, at(0xef)])], storage: [change(1n, switchboard)] }
    expect(found(step(apart), { wiredBefore: () => zeroAddress })).to.deep.equal([])
    const owned = [{ ...change(1n, sibling), before: word(people.plugOwner) }]
    const context = { wiredBefore: () => zeroAddress, ownerOf: () => people.plugOwner }
    expect(found(step({ logs, storage: owned }), context)).to.deep.equal([["STORAGE", plug, word(sibling), word(1n)]])
    const sent = [{ ...change(1n, sibling), before: word(people.admin) }]
    expect(found(step({ logs, storage: sent }), { wiredBefore: () => zeroAddress })).to.have.length(1)
  })

  it("tells of messages and native currency, each of them", () => {
    const message = (dstPlug: Address, dstChainSlug: number) =>
      ({ dstChainSlug, dstPlug }) as Effects["messages"][number]
    const effects = {
      messages: [message(sibling, 41_002), message(other, 7)],
      nativeTransfers: [
        { from: plug, to: other, value: 5n },
        { from: other, to: plug, value: 6n },
      ],
    }
    expect(found(step(effects))).to.deep.equal([
      ["MESSAGE", sibling, "41002"],
      ["MESSAGE", other, "7"],
      ["NATIVE", "5", plug, other],
      ["NATIVE", "6", other, plug],
    ])
  })

  it("tells what tokens, roles, proxies and owners log, with at most four words of data", () => {
    const abi = parseAbi([
      "event Transfer(address indexed from, address indexed to, uint256 amount)",
      "event Approval(address indexed owner, address indexed spender, uint256 amount)",
      "event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)",
      "event Upgraded(address indexed implementation)",
      "event OwnershipTransferred(address indexed before, address indexed now)",
    ])
    const log = (eventName: string, indexed: readonly Hex[], ...data: bigint[]): SimulatedLog => {
      const event = abi.find(({ name }) => name === eventName)!
      return {
        ...{ address: other, topics: [toEventSelector(event), ...indexed] },
        data: `0x${data.map((value) => word(value).slice(2)).join("")}`,
      }
    }
    const [most, least] = [2n ** 96n, 2n ** 160n]
    const logs = [
      log("Transfer", [word(plug), word(sibling)], most - 1n),
      log("Approval", [word(plug), word(sibling)], most),
      log("RoleGranted", [word(least), word(plug), word(sibling)]),
      log("Upgraded", [word(sibling)]),
      log("OwnershipTransferred", [word(plug), word(sibling)], 1n, 2n, 3n, 4n, 5n),
    ]
    expect(found(step({ logs }))).to.deep.equal([
      ["TOKENS", other, String(BigInt(plug)), String(BigInt(sibling)), String(most - 1n)],
      ["APPROVAL", other, String(BigInt(plug)), String(BigInt(sibling)), getAddress(numberToHex(most, { size: 20 }))],
      ["ROLE", other, word(least), String(BigInt(plug)), String(BigInt(sibling))],
      ["CODE", other, String(BigInt(sibling))],
      ["OWNER", other, String(BigInt(plug)), String(BigInt(sibling)), "1", "2", "3", "4"],
    ])
    expect(found(step({ logs: [{ ...logs[0]!, topics: [word(1n)] }] }))).to.deep.equal([["NO_EFFECT", plug]])
  })

  it("tells what was not applied, what has no code, and what changes nothing", () => {
    expect(found(step(undefined, { status: "reverted" }))).to.deep.equal([["REVERTS", plug]])
    const why = { status: "reverted", reason: "code 77" } as const
    expect(found(step(undefined, why))).to.deep.equal([["REVERTS", plug, "77"]])
    expect(found(step(undefined, { status: "reverted", number: "message 2" }))).to.deep.equal([["MESSAGE", plug]])
    expect(found(step(undefined, { status: "skipped" }))).to.deep.equal([])
    expect(found(step({}, { hasCode: false }))).to.deep.equal([["NO_CODE", plug]])
    expect(found(step({}))).to.deep.equal([["NO_EFFECT", plug]])
  })
})
