import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, zeroAddress } from "viem"
import { encodeAbiParameters, encodeEventTopics, pad, parseAbiParameters } from "viem/utils"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { maxLogRequests, readSiblingSwitchboards } from "#src/messaging/onchain/connection/readSiblingSwitchboards.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const fast: Address = "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707"
const slug = 41002
const topicOf = (eventName: "SwitchboardAdded" | "SiblingSwitchboardUpdated"): Hex =>
  encodeEventTopics({ abi: socketAbi, eventName })[0]

type Entry = { block: bigint; topics: Hex[]; data: Hex }

const named = (block: bigint, sibling: Address, { switchboard = fast, chain = slug } = {}): Entry => ({
  block,
  topics: [topicOf("SiblingSwitchboardUpdated")],
  data: encodeAbiParameters(parseAbiParameters("address, uint32, address"), [switchboard, chain, sibling]),
})
const added = (block: bigint, { switchboard = fast, chain = slug } = {}): Entry => ({
  block,
  topics: [topicOf("SwitchboardAdded")],
  data: encodeAbiParameters(parseAbiParameters("address, uint32, address, address, uint256, uint256"), [
    switchboard,
    chain,
    capacitor,
    capacitor,
    1n,
    1n,
  ]),
})

/** A chain with these logs, whose node answers at most `range` blocks in a request. */
function chainWith(entries: readonly Entry[], { newestBlock = 1_000n, range = 10n ** 9n } = {}) {
  const ranges: [bigint, bigint][] = []
  const { client } = createFakeChain({
    newestBlock,
    logsOf({ fromBlock, toBlock, topics }) {
      ranges.push([fromBlock, toBlock])
      if (toBlock - fromBlock + 1n > range) throw Object.assign(new Error("range too large"), { code: -32_000 })
      return entries
        .filter(({ block, topics: [first] }) => {
          return block >= fromBlock && block <= toBlock && JSON.stringify(topics).includes(first ?? "none")
        })
        .map(({ topics: own, data }, index) => ({
          ...{ address: socket, topics: own, data, removed: false, transactionHash: bytes32(1), blockHash: bytes32(1) },
          ...{ blockNumber: "0x1", transactionIndex: "0x0", logIndex: `0x${index}` },
        }))
    },
  })
  return { client, ranges }
}

const read = (client: ReturnType<typeof chainWith>["client"], more: object = {}) =>
  readSiblingSwitchboards(client, { socket, siblingChainSlug: slug, switchboards: [fast], ...more })

describe("readSiblingSwitchboards", () => {
  it("returns the sibling that the switchboard named last, for this chain and no other", async () => {
    const { client, ranges } = chainWith([
      added(1n),
      named(1n, srcPlug),
      named(5n, dstPlug),
      named(6n, socket, { chain: 7 }),
      named(7n, socket, { switchboard: srcPlug }),
    ])
    expect(await read(client)).to.deep.equal([{ isRead: true, sibling: dstPlug }])
    expect(ranges).to.deep.equal([[0n, 1_000n]])
  })

  it("knows that a switchboard names none: it was registered without one, took it back, or is not registered", async () => {
    for (const entries of [[], [added(1n)], [added(1n), named(2n, dstPlug), named(3n, zeroAddress)]]) {
      expect(await read(chainWith(entries).client)).to.deep.equal([{ isRead: true, sibling: undefined }])
    }
  })

  it("reads indexed values as it reads others", async () => {
    const [switchboardTopic, slugTopic] = [pad(fast), pad("0xa02a", { size: 32 })]
    const topics = [topicOf("SiblingSwitchboardUpdated"), switchboardTopic, slugTopic]
    for (const count of [1, 2]) {
      const data: Hex = `0x${[...topics.slice(1 + count), pad(dstPlug)].map((word) => word.slice(2)).join("")}`
      const entry = { block: 1n, topics: topics.slice(0, 1 + count), data }
      expect(await read(chainWith([entry]).client), String(count)).to.deep.equal([{ isRead: true, sibling: dstPlug }])
    }
  })

  it("asks a node that allows short ranges only from the newest block back, and no further than needed", async () => {
    const { client, ranges } = chainWith([named(1n, srcPlug), named(970_000n, dstPlug)], {
      newestBlock: 1_000_000n,
      range: 10_000n,
    })
    expect(await read(client)).to.deep.equal([{ isRead: true, sibling: dstPlug }])
    expect(ranges).to.deep.equal([
      [0n, 1_000_000n],
      [900_001n, 1_000_000n],
      [990_001n, 1_000_000n],
      [980_001n, 990_000n],
      [970_001n, 980_000n],
      [960_001n, 970_000n],
    ])
  })

  it("stops at the registration, which is the first that a switchboard logs", async () => {
    const { client, ranges } = chainWith([added(999_000n)], { newestBlock: 1_000_000n, range: 10_000n })
    expect(await read(client)).to.deep.equal([{ isRead: true, sibling: undefined }])
    expect(ranges).to.have.length(3)
  })

  it("gives up after a fixed number of requests, and says how far it came", async () => {
    const { client, ranges } = chainWith([named(1n, dstPlug)], { newestBlock: 10n ** 9n, range: 2_000n })
    const [answer] = await read(client)
    expect(ranges).to.have.length(maxLogRequests)
    expect(answer).to.include({ isRead: false })
    expect(answer).to.have.property("reason").that.contains("2000 blocks").and.contains("blocks 0 to 999")
  })

  it("says why if the node gives no logs at all, and reads past logs of another shape", async () => {
    const [answer] = await read(createFakeChain({}).client)
    expect(answer).to.include({ isRead: false })
    expect(answer).to.have.property("reason").that.contains("eth_getLogs")
    const broken = { ...named(2n, dstPlug), data: "0x12" as const }
    expect(await read(chainWith([named(1n, srcPlug), broken]).client)).to.deep.equal([
      { isRead: true, sibling: srcPlug },
    ])
  })
})
