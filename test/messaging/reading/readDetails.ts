import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, encodeEventTopics, keccak256, pad, parseAbi, toBytes } from "viem"

import { packPacketId } from "#src/messaging/ids.js"
import { capacitorAbi, executionManagerAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import type { Arrival, Journey } from "#src/messaging/reading/Journey.js"
import { readDetails } from "#src/messaging/reading/readDetails.js"
import { limitLogs } from "#test/fixtures/nodes/limitLogs.js"
import { createViewNode, type ViewLog, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import {
  arrivalWith,
  inbound,
  journeyWith,
  minedIn,
  noCode,
  proposal,
  switchboardState,
} from "#test/fixtures/wire/messageFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const abis = [
  socketAbi,
  capacitorAbi,
  executionManagerAbi,
  switchboardAbi,
  parseAbi(["function inbound(uint32 slug, bytes payload) payable"]),
]
const nothing = {
  ...{ blocking: undefined, path: undefined, failure: undefined, watchers: undefined, execution: undefined },
  ...{ ahead: undefined, recipient: undefined, otherExecution: undefined, outcome: undefined, problems: [] },
}

type Asked = { late?: string; isStopped?: boolean; isTried?: boolean }

function details(journey: Journey, { late, isStopped = false, isTried = false }: Asked = {}) {
  return readDetails(journey, { late, isStopped, isTried, reported: undefined, abis: [], findSource: undefined })
}

/** A journey on chains whose nodes answer from tables. */
function journeyOn(
  { src = {}, dst = {} }: { src?: Partial<ViewNodeOptions>; dst?: Partial<ViewNodeOptions> },
  { arrival = {}, ...more }: Omit<Partial<Journey>, "arrival"> & { arrival?: Partial<Arrival> } = {},
): Journey {
  const own = arrivalWith([proposal()], arrival)
  const journey = journeyWith({ ...own, chain: { ...own.chain, client: createViewNode({ abis, ...dst }) } }, more)
  return { ...journey, src: { ...journey.src, client: createViewNode({ abis, ...src }) } }
}

describe("readDetails", () => {
  describe("of a packet that is late to be sealed", () => {
    const message = readOutboundMessages(outboundLogs(7), { socket })[0]!
    const [added] = encodeEventTopics({ abi: capacitorAbi, eventName: "MessageAdded" })
    const packed = (count: number) => readOutboundMessages(outboundLogs(count), { socket })[0]!.packedMessage
    const logOf = (count: number, address: Address = capacitor): ViewLog => ({
      ...{ address, topics: [added], block: count },
      data: encodeAbiParameters(
        [{ type: "bytes32" }, { type: "uint64" }, { type: "bytes32" }],
        [packed(count), BigInt(count), packed(count)],
      ),
    })
    /** The transaction that sent the packet sent the one before it, too. */
    const receipt = {
      ...{ transactionHash: bytes32(1_005), blockNumber: "0x5", status: "0x1" },
      logs: [...outboundLogs(4), ...outboundLogs(5)].map((log) => ({ ...log, blockNumber: "0x5", logIndex: "0x0" })),
    }
    const read = (nextToSeal: bigint | null, more: Partial<ViewNodeOptions> = {}, own: Partial<Journey> = {}) => {
      const cut = { ...logOf(5), block: 4, data: bytes32(1) }
      const logs = [5, 6, 7, 11].map((count) => logOf(count)).concat(logOf(5, at(0x99)), cut)
      const src = { logs, methods: { eth_getTransactionReceipt: receipt }, ...more }
      const journey = journeyOn({ src }, { message, nextToSeal, ...own } as never)
      return details(journey, { late: "seal" })
    }

    it("finds the message that is sealed next, in its transaction", async () => {
      const blocking = { blockNumber: 5n, srcTxHash: bytes32(1_005), messageId: bytes32(5) }
      expect(await read(5n)).to.deep.equal({ ...nothing, blocking })
      const lost = await read(5n, { methods: {} })
      expect(lost).to.deep.equal({ ...nothing, blocking: { ...blocking, messageId: undefined } })
      const next = await read(6n)
      expect(next.blocking).to.deep.equal({ blockNumber: 6n, srcTxHash: bytes32(1_006), messageId: undefined })
    })

    it("is looked for from the message back to the first block, in four requests, and no further than needed", async () => {
      const find = async (blocks: readonly number[], sentIn: number, firstBlock?: bigint) => {
        const logs = blocks.map((block) => ({ ...logOf(5), block }))
        const { client, requests } = limitLogs(createViewNode({ abis, logs, methods: {} }), 500)
        const journey = journeyOn({}, { message, nextToSeal: 5n, sent: minedIn(sentIn) })
        const src = { ...journey.src, client, firstBlock }
        const { blocking } = await details({ ...journey, src }, { late: "seal" })
        return [blocking && Number(blocking.blockNumber), requests()]
      }
      expect(await find([0], 10)).to.deep.equal([0, 1])
      expect(await find([0], 10, 1n)).to.deep.equal([undefined, 1])
      // The first request is refused, and each of the others is for 500 blocks.
      expect(await find([501, 1_900], 2_000, 1n)).to.deep.equal([1_900, 2])
      expect(await find([501], 2_000, 1n)).to.deep.equal([501, 4])
      expect(await find([500], 2_000, 1n)).to.deep.equal([undefined, 4])
    })

    it("finds none where the packet itself is next, or what is next is not known", async () => {
      for (const next of [7n, 8n, null]) expect(await read(next), String(next)).to.deep.equal(nothing)
      expect(await read(5n, { logs: [] })).to.deep.equal(nothing)
      expect(await read(5n, {}, { message: { ...message, packetId: null } })).to.deep.equal(nothing)
      // Its own transaction is in block 10.
      const packetId = packPacketId({ srcChainSlug: 41001, capacitor, packetCount: 12n })
      expect(await read(11n, {}, { message: { ...message, packetId } })).to.deep.equal(nothing)
      const src = { logs: [logOf(5)], methods: { eth_getTransactionReceipt: receipt } }
      const journey = journeyOn({ src }, { message, nextToSeal: 5n })
      expect(await details(journey, { late: "attest" })).to.deep.include({ blocking: undefined })
      const late = { ...journey, src: { ...journey.src, firstBlock: 6n } }
      expect(await details(late, { late: "seal" })).to.deep.equal(nothing)
    })
  })

  describe("of a switchboard that does not say whether it allows the packet", () => {
    const unsaid = (more: Parameters<typeof proposal>[0] = {}) =>
      proposal({ isAllowed: null, isTripped: null, ...more })
    it("says why it fails, and nothing where it answers now", async () => {
      const asked: unknown[] = []
      const allowPacket = (to: Address, args: readonly unknown[]) => {
        asked.push(to, args)
        return true
      }
      const proposals = [unsaid({ isTripped: true }), unsaid({ proposalCount: 3n, root: bytes32(8), proposedAt: 77n })]
      const journey = journeyOn({ dst: { views: { allowPacket } } }, { arrival: { proposals } })
      expect(await details(journey)).to.deep.equal(nothing)
      expect(asked).to.deep.equal([inbound, [bytes32(8), journey.message.packetId, 3n, 41001, 77n]])
      const reverting = await details(journeyOn({}, { arrival: { proposals } }))
      expect(reverting).to.deep.equal({ ...nothing, failure: "it gave no reason" })
    })

    it("says why its answer is none, and nothing where its node does not answer", async () => {
      const failure = async (dst: Partial<ViewNodeOptions>) =>
        (await details(journeyOn({ dst }, { arrival: { proposals: [unsaid()] } }))).failure
      const silent = (): never => {
        throw Object.assign(new Error("overloaded"), { code: -32_000 })
      }
      expect(await failure({ views: { allowPacket: silent } })).to.equal(undefined)
      expect(await failure({ methods: { eth_call: "0x" } }))
        .to.be.a("string")
        .and.contain("zero data")
    })

    it("asks it only where that matters", async () => {
      const failure = async (arrival: Partial<Arrival>, more: Partial<Journey> = {}) =>
        (await details(journeyOn({}, { arrival, ...more } as never))).failure
      const proposals = [unsaid()]
      const none = switchboardState({ isContract: false })
      expect(await failure({ proposals, switchboard: none })).to.equal("there is no contract at its address")
      expect(await failure({ proposals, switchboard: null })).to.equal(undefined)
      expect(await failure({ proposals: [unsaid({ isAllowed: false })] })).to.equal(undefined)
      expect(await failure({ proposals, executed: true })).to.equal(undefined)
      expect(await failure({ proposals: [] })).to.equal(undefined)
      const { message } = journeyOn({})
      expect(await failure({ proposals }, { message: { ...message, packetId: null } })).to.equal(undefined)
    })
  })

  describe("of a packet that is late to be attested", () => {
    const granted = (account: Address, slug: number, address = inbound): ViewLog => {
      const role = keccak256(
        encodeAbiParameters([{ type: "bytes32" }, { type: "uint32" }], [keccak256(toBytes("WATCHER_ROLE")), slug]),
      )
      return { address, topics: [keccak256(toBytes("RoleGranted(bytes32,address)")), role, pad(account)], block: 8 }
    }
    const logs = [
      granted(at(0x71), 41001),
      granted(at(0x72), 41002),
      granted(at(0x73), 41001),
      granted(at(0x74), 41001, at(0x98)),
    ]
    const watchersOf = async (arrival: Partial<Arrival>, late = "attest") =>
      (await details(journeyOn({ dst: { logs } }, { arrival }), { late })).watchers

    it("names the watchers of the path, where there are any", async () => {
      expect(await watchersOf({})).to.deep.equal([at(0x71), at(0x73)])
      expect(await watchersOf({ switchboard: switchboardState({ totalWatchers: 1n }) })).to.have.length(2)
      for (const totalWatchers of [0n, null]) {
        expect(await watchersOf({ switchboard: switchboardState({ totalWatchers }) })).to.equal(undefined)
      }
      expect(await watchersOf({ switchboard: null })).to.equal(undefined)
      expect(await watchersOf({}, "propose")).to.equal(undefined)
      expect(await watchersOf({ executed: true }), "delivered").to.equal(undefined)
    })
  })

  describe("of a message that something stops", () => {
    const views = { inbound: () => undefined, executionManager__: () => at(0x77), isPacketExecuted: () => false }
    const ahead = async (asked: Asked, arrival: Partial<Arrival> = {}, more: Partial<Journey> = {}) => {
      const journey = journeyOn({ dst: { views } }, { arrival, ...more } as never)
      const { problems, ahead: tried, execution } = await details(journey, asked)
      return { problems: problems.length, ahead: tried?.inbound, execution: execution?.inbound }
    }
    const succeeds = { kind: "succeeds" } as const

    it("tries what comes later, unless its execution was tried or something could not be read", async () => {
      const none = { problems: 0, ahead: undefined, execution: undefined }
      const stopped = { isStopped: true }
      expect(await ahead(stopped)).to.deep.equal({ ...none, ahead: succeeds })
      expect(await ahead({})).to.deep.equal(none)
      expect(await ahead(stopped, { code: noCode })).to.deep.equal(none)
      const { srcPlug } = journeyOn({}).message
      const config = { ...arrivalWith([]).config, siblingPlug: srcPlug }
      const next = { config, proposals: [proposal({ isAllowed: true })] }
      expect(await ahead({ ...stopped, isTried: true }, next)).to.deep.equal({ ...none, execution: succeeds })
      expect(await ahead(stopped, next)).to.deep.equal({ ...none, ahead: succeeds })
      const unread = { proposals: [proposal({ isForPlug: false })] }
      expect(await ahead(stopped, unread)).to.deep.equal({ ...none, problems: 1 })
    })
  })

  it("says what a node did not tell, once for each", async () => {
    const executed = { executed: minedIn(30) }
    const { outcome, ...delivered } = await details(journeyOn({}, { arrival: executed }))
    expect({ ...delivered, outcome: undefined }).to.deep.equal(nothing)
    expect(outcome).to.have.property("problem").that.contains("eth_getTransactionReceipt")
    const nowhere = await details(journeyOn({}, { arrival: { executed: true } }))
    expect(nowhere.outcome).to.deep.equal({ problem: "no log shows where it was delivered" })
    const unproposed = { proposals: [proposal({ isForPlug: false })] }
    const { problems, ...rest } = await details(journeyOn({}, { arrival: unproposed }), { isStopped: true })
    expect(problems).to.have.length(1)
    expect(rest).to.deep.include({ path: undefined, ahead: undefined })
    expect(await details(journeyOn({}, { isUnsent: true }))).to.have.nested.property("problems.length", 1)
    expect(await details(journeyOn({}, { arrival: { proposals: [] } }))).to.deep.equal(nothing)
    const own = { proposals: [proposal({ isForPlug: false }), proposal()] }
    expect(await details(journeyOn({}, { arrival: own }))).to.deep.equal(nothing)
  })

  it("hides no bug", async () => {
    const bug = new TypeError("no function")
    const journey = Object.defineProperty({ ...journeyOn({}) }, "nextToSeal", {
      get() {
        throw bug
      },
    })
    const error: unknown = await details(journey, { late: "seal" }).catch((thrown: unknown) => thrown)
    expect(error).to.equal(bug)
    expect(await details(journey)).to.deep.equal(nothing)
  })
})
