import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  type Client,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  parseAbiParameters,
  zeroAddress,
  zeroHash,
} from "viem"

import { packPacketId } from "#src/messaging/ids.js"
import { capacitorAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import type { Journey } from "#src/messaging/reading/Journey.js"
import { readOwnPacket, readPacketPath, readSealing } from "#src/messaging/reading/readPacket.js"
import { limitLogs } from "#test/fixtures/nodes/limitLogs.js"
import { createViewNode, type ViewLog, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const [capacitor, other, board, otherBoard] = [at(0xc1), at(0xc2), at(0xb1), at(0xb2)]
const packetId = packPacketId({ srcChainSlug: 41_001, capacitor, packetCount: 7n })
const abis = [socketAbi, capacitorAbi]

const viewOf = (options: Omit<ViewNodeOptions, "abis">) => ({
  ...{ client: createViewNode({ abis, ...options }), socket, firstBlock: 5n },
  ...{ blockNumber: 90n, answers: new Map<string, Promise<unknown>>() },
})
const time = { eth_getBlockByNumber: { number: "0x5a", timestamp: "0x384", transactions: [] } }

describe("readOwnPacket", () => {
  const own = async (id: Hex | null, knownCapacitor?: Address) =>
    await readOwnPacket(viewOf({ views: { capacitorToSlug: (_, [of]) => (of === capacitor ? 41_002 : 0) } }), {
      ...{ packetId: id, ...(knownCapacitor && { knownCapacitor }) },
    })

  it("is one whose capacitor the socket knows, or is known to know", async () => {
    const strange = packPacketId({ srcChainSlug: 41_001, capacitor: other, packetCount: 7n })
    expect([await own(packetId), await own(strange), await own(null)]).to.deep.equal([packetId, null, null])
    expect([await own(strange, other), await own(strange, capacitor)]).to.deep.equal([strange, null])
  })
})

describe("readSealing", () => {
  const sealed = (block: number, id = packetId): ViewLog => {
    const args = { transmitter: at(0x14), packetId: id }
    const topics = encodeEventTopics({ abi: socketAbi, eventName: "Sealed", args }) as Hex[]
    const data = encodeAbiParameters(parseAbiParameters("uint256, bytes32, bytes"), [1n, zeroHash, "0x"])
    return { address: socket, topics, data, block }
  }
  const read = async (next: bigint | undefined, logs: readonly ViewLog[] | undefined) => {
    const view = viewOf({
      views: next === undefined ? {} : { getNextPacketToBeSealed: () => [zeroHash, next] },
      ...(logs && { logs }),
      methods: { ...time, ...(logs === undefined && { eth_getLogs: {} }) },
    })
    const { unread, ...found } = await readSealing(view, { packetId, fromBlock: 10n })
    return { ...found, isRead: unread === undefined }
  }
  const mined = (block: bigint) => ({
    ...{ blockNumber: block, transactionHash: bytes32(1_000 + Number(block)), timestamp: 900n },
  })

  it("is where the log since the message says, the first of several", async () => {
    const malformed = { ...sealed(20), data: "0x" } as const
    const logs = [sealed(9), malformed, sealed(30, bytes32(3)), sealed(40), sealed(50)]
    for (const nextToSeal of [8n, 900n]) {
      expect(await read(nextToSeal, logs)).to.deep.equal({ sealed: mined(40n), nextToSeal, isRead: true })
    }
    expect(await read(undefined, logs)).to.deep.equal({ sealed: mined(40n), nextToSeal: null, isRead: true })
  })

  it("was not while its capacitor has it next, and was though no log shows it", async () => {
    for (const nextToSeal of [0n, 7n]) {
      expect(await read(nextToSeal, [sealed(40)])).to.deep.equal({ sealed: false, nextToSeal, isRead: true })
    }
    expect(await read(8n, [])).to.deep.equal({ sealed: true, nextToSeal: 8n, isRead: true })
    expect(await read(8n, undefined)).to.deep.equal({ sealed: true, nextToSeal: 8n, isRead: false })
  })

  it("is looked for from the message on, and no further than where it is found", async () => {
    const requests = async (...blocks: readonly number[]) => {
      const view = { ...viewOf({ logs: blocks.map((block) => sealed(block)), methods: time }), blockNumber: 3_000n }
      const { client, requests: count } = limitLogs(view.client, 500)
      const { sealed: found } = await readSealing({ ...view, client }, { packetId, fromBlock: 10n })
      return [typeof found === "object" && found !== null && Number(found.blockNumber), count()]
    }
    // Two requests are refused.
    expect(await requests(40, 2_900)).to.deep.equal([40, 3])
    expect(await requests(2_900)).to.deep.equal([2_900, 8])
    expect(await requests()).to.deep.equal([false, 8])
  })
})

describe("readPacketPath", () => {
  const log = (name: "SwitchboardAdded" | "SiblingSwitchboardUpdated", block: number, ...values: readonly Hex[]) => ({
    ...{ address: socket, topics: encodeEventTopics({ abi: socketAbi, eventName: name }).slice(0, 1) as Hex[], block },
    data: encodeAbiParameters(
      values.map(() => ({ type: "uint256" })),
      values.map((value) => BigInt(value)),
    ),
  })
  const added = (block: number, switchboard: Address, queue: Address) =>
    log("SwitchboardAdded", block, switchboard, "0xa02a", queue, at(9), "0x1")
  const paired = (block: number, switchboard: Address, sibling: Address) =>
    log("SiblingSwitchboardUpdated", block, switchboard, "0xa02a", sibling)

  type Way = { id?: Hex | null; by?: Address; firstBlock?: bigint | undefined; head?: bigint; client?: Client }
  const path = async (logs: readonly ViewLog[] | undefined, how: Way = {}) => {
    const { id = packetId, by = other, head = 90n } = how
    const firstBlock = "firstBlock" in how ? how.firstBlock : 5n
    const [message] = readOutboundMessages(outboundLogs(4))
    const node = createViewNode({ abis, ...(logs ? { logs } : { methods: { eth_getLogs: {} } }) })
    const { client = node } = how
    const config = { siblingPlug: at(1), inboundSwitchboard: at(2), decapacitor: at(3) }
    const { unread, ...found } = await readPacketPath({
      message: { ...message!, packetId: id, dstChainSlug: 41_002 },
      src: { client, socket, slug: 41_001, name: "alpha", firstBlock },
      srcHead: { number: head, timestamp: 900n },
      srcConfig: { ...config, outboundSwitchboard: board, capacitor: by },
    } as Journey)
    return { ...found, isRead: unread === undefined, ...(unread === "" && { why: "it does not say" }) }
  }
  const siblings = [paired(20, board, at(0xd1)), paired(21, otherBoard, at(0xd2))]

  it("begins at the plug's switchboard, if that has the packet's capacitor, or at the one that was added with it", async () => {
    expect(await path(siblings, { by: capacitor })).to.deep.equal({
      ...{ switchboard: board, sibling: at(0xd1), isRead: true },
    })
    const cut = { ...added(9, at(0xb3), capacitor), data: "0x" } as const
    const logs = [added(8, board, other), cut, added(10, otherBoard, capacitor), ...siblings]
    expect(await path(logs)).to.deep.equal({ switchboard: otherBoard, sibling: at(0xd2), isRead: true })
    // Before the socket was there.
    expect(await path([added(4, otherBoard, capacitor)])).to.deep.equal({
      ...{ switchboard: null, sibling: null, isRead: true },
    })
  })

  it("is looked for back to where the socket begins, and no further than where it is found", async () => {
    const added0 = added(0, otherBoard, capacitor)
    expect((await path([added0], { firstBlock: undefined })).switchboard).to.equal(otherBoard)
    const requests = async (...blocks: readonly number[]) => {
      const logs = blocks.map((block) => added(block, otherBoard, capacitor))
      const { client, requests: count } = limitLogs(createViewNode({ abis, logs }), 500)
      const { switchboard } = await path(logs, { client, head: 3_000n })
      return [switchboard, count()]
    }
    // Two requests are refused, and one is for the sibling.
    expect(await requests(2_900, 100)).to.deep.equal([otherBoard, 4])
    expect(await requests(100)).to.deep.equal([otherBoard, 9])
  })

  it("ends nowhere where no sibling is named, and is not known where the logs are not read", async () => {
    const nowhere = { switchboard: board, sibling: null }
    expect(await path([], { by: capacitor })).to.deep.equal({ ...nowhere, isRead: true })
    expect(await path([paired(20, board, zeroAddress)], { by: capacitor })).to.deep.equal({ ...nowhere, isRead: true })
    expect(await path(undefined, { by: capacitor })).to.deep.equal({ ...nowhere, isRead: false })
    expect(await path(siblings, { id: null })).to.deep.equal({ switchboard: null, sibling: null, isRead: true })
  })
})
