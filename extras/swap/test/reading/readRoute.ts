import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  type AbiEvent,
  type AbiParameter,
  type Address,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  toEventSelector,
} from "viem"

import { liquidityBridgeArtifact } from "#extras/swap/src/artifacts/market.js"
import { readRoute } from "#extras/swap/src/reading/readRoute.js"
import {
  completedLog as completed,
  type RouteLog,
  startedLog as started,
} from "#extras/swap/test/fixtures/routeLogs.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { user } from "#test/fixtures/wire/swapRoutes.js"

const [bridge, helper, other] = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`) as [Address, Address, Address]
const [ownHash, namedHash, quoteId] = [bytes32(1), bytes32(2), bytes32(9)]

/** Of no route. */
const noise = (address: Address): RouteLog => ({ address, topics: [bytes32(77)], data: "0x" })

/** A chain with these logs from block 40 on, and what it was asked for. */
function chainWith(
  name: string,
  chainId: number,
  played: { logs?: readonly RouteLog[]; head?: number; named?: readonly RouteLog[] },
) {
  const asked: unknown[] = []
  const placed = (logs: readonly RouteLog[]) =>
    logs.map((log, index) => ({
      ...{ ...log, blockNumber: "0x28", transactionHash: ownHash, transactionIndex: "0x0", blockHash: bytes32(40) },
      ...{ removed: false, logIndex: numberToHex(index) },
    }))
  const { client } = fakeNode({
    eth_getLogs([filter]) {
      const { address, fromBlock } = filter as { address: unknown; fromBlock: Hex }
      asked.push([address, Number(fromBlock)])
      if (played.logs === undefined) throw new Error("no logs")
      return placed(played.logs)
    },
    eth_getTransactionReceipt([hash]) {
      if (played.named === undefined || hash !== namedHash) throw new Error("no answer")
      return { status: "0x1", blockNumber: "0x1e", transactionHash: hash, logs: placed(played.named) }
    },
    eth_getBlockByNumber() {
      if (played.head === undefined) throw new Error("no block")
      return { number: "0x28", timestamp: numberToHex(played.head), transactions: [] }
    },
  })
  return { asked, chain: { client, chainId, name } }
}

/** Of a swap whose own transaction, in block 20, has logged this. */
function swapWith(logs: readonly RouteLog[], more: object = {}) {
  const receipt = { status: "success", blockNumber: 20n, logs }
  return { id: "swap-1", sending: { kind: "mined", hash: ownHash, receipt, at: 900 }, now: 1_000, ...more }
}

const api = (txHash: string | null) => ({ kind: "route", route: { quoteId, origin: { txHash } } })

describe("readRoute", () => {
  async function read(
    logs: readonly RouteLog[],
    { origin = { logs: [] }, destination = { logs: [] }, ...more }: Record<string, object> = {},
  ) {
    const [alpha, beta] = [chainWith("alpha", 41_001, origin), chainWith("beta", 41_002, destination)]
    const chains = { origin: alpha.chain, destination: beta.chain }
    const found = await readRoute(swapWith(logs, { api: api(ownHash), ...chains, ...more }) as never)
    const names = (events: readonly { eventName: string; address: string }[] = []) =>
      events.map(({ eventName, address }) => `${eventName} ${address}`)
    const asked = { alpha: alpha.asked, beta: beta.asked }
    return { ...found, asked, origin: names(found?.origin), destination: names(found?.destination) }
  }

  it("reads what the contracts of what was signed have logged of the quote on both chains", async () => {
    const found = await read([started(bridge), noise(helper), noise(bridge)], {
      origin: { logs: [started(bridge), started(bridge, bytes32(8))] },
      destination: { logs: [completed(helper, bytes32(8)), completed(helper)], head: 1_001 },
    })
    const contracts = [bridge, helper]
    expect(found).to.deep.equal({
      ...{ txHash: ownHash, quoteId, contracts, isSigned: true, startedAt: 900, destinationNow: 1_001 },
      ...{ origin: [`RouteStarted ${bridge}`], destination: [`RouteCompleted ${helper}`] },
      asked: { alpha: [[contracts, 20]], beta: [[contracts, 0]] },
    })
  })

  it("knows each event of the route as the market's contracts log it", async () => {
    const written = { address: user, bytes: "0x01", bytes32: bytes32(1), uint32: 7, uint256: 1n }
    const valueOf = ({ type }: AbiParameter) => written[type as keyof typeof written]
    const events = (liquidityBridgeArtifact.abi as Abi).filter(
      (item): item is AbiEvent => item.type === "event" && /^Route(?!Bridged)/.test(item.name),
    )
    const logs = events.map((event): RouteLog => {
      const [indexed, data] = [true, false].map((is) => event.inputs.slice(1).filter((input) => input.indexed === is))
      const words = indexed!.map((input) => encodeAbiParameters([input], [valueOf(input)]))
      const topics = [toEventSelector(event), quoteId, ...words]
      return { address: bridge, topics, data: encodeAbiParameters(data!, data!.map(valueOf)) }
    })
    const { destination } = await read([started(bridge)], { destination: { logs } })
    expect(destination).to.deep.equal(events.map(({ name }) => `${name} ${bridge}`))
  })

  it("takes the one contract of what was signed before those of what the API names", async () => {
    const named = { logs: [], named: [started(other), noise(helper)] }
    const found = await read([started(bridge)], { api: api(namedHash), origin: named })
    expect([found.contracts, found.isSigned, found.txHash]).to.deep.equal([[bridge], true, namedHash])
    // Where nothing was started by what was signed, what the API names counts, from its block on, and is not believed as much.
    const claimed = await read([noise(bridge)], { api: api(namedHash), origin: named })
    expect([claimed.contracts, claimed.isSigned, claimed.asked.alpha]).to.deep.equal([
      ...[[other, helper], false, [[[other, helper], 30]]],
    ])
    const unread = await read([noise(bridge)], { api: api(namedHash) })
    expect([unread.contracts, unread.isSigned, unread.asked]).to.deep.equal([[], false, { alpha: [], beta: [] }])
    // Only what was started counts, whatever else is logged of the quote.
    const ended = await read([completed(bridge)])
    expect([ended.contracts, ended.isSigned]).to.deep.equal([[], false])
    const ofAnother = await read([started(bridge, bytes32(8))])
    expect([ofAnother.contracts, ofAnother.isSigned]).to.deep.equal([[], false])
  })

  it("takes the quote's id from the API, the journal or the question", async () => {
    const silent = { api: { kind: "no answer", says: "" } }
    const idOf = async (more: Record<string, object>) => (await read([], more)).quoteId
    const record = { entry: { route: { quoteId: "recorded" } } }
    expect([await idOf({ record }), await idOf({ ...silent, record }), await idOf(silent)]).to.deep.equal([
      ...[quoteId, "recorded", "swap-1"],
    ])
    expect((await read([], { api: api("5xSolana") })).txHash).to.equal(ownHash)
  })

  it("reads one chain once, and nothing where the node fails", async () => {
    const logs = [completed(bridge)]
    const alpha = chainWith("alpha", 41_001, { logs, head: 999 })
    const chains = { origin: alpha.chain, destination: alpha.chain, api: api(ownHash) }
    const found = await readRoute(swapWith([started(bridge)], chains) as never)
    expect([found?.origin.length, found?.destination, found?.destinationNow]).to.deep.equal([1, found?.origin, 1_000])
    expect(alpha.asked).to.deep.equal([[[bridge], 20]])
    const failing = await read([started(bridge)], { origin: {}, destination: {} })
    expect([failing.origin, failing.destination, failing.destinationNow]).to.deep.equal([[], [], 1_000])
  })

  it("reads none of a transaction that is not known to have succeeded, or of a chain that cannot be read", async () => {
    const { chain } = chainWith("alpha", 41_001, { logs: [] })
    for (const more of [
      { sending: { kind: "pending", hash: ownHash } },
      { sending: { kind: "mined", hash: ownHash, receipt: { status: "reverted", logs: [] }, at: 900 } },
      { origin: { name: "alpha", problem: "down" } },
      { origin: undefined },
    ]) {
      expect(await readRoute(swapWith([], { api: api(ownHash), origin: chain, ...more }) as never)).to.equal(undefined)
    }
  })
})
