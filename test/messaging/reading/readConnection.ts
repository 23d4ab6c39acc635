import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionResult } from "viem"

import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readAllowed, readConnection, readSwitchboard } from "#src/messaging/reading/readConnection.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { createViewNode, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const [plug, sibling, board] = [at(0xa1), at(0xa2), at(0xb1)]
const viewOf = (options: Omit<ViewNodeOptions, "abis">) => ({
  ...{ client: createViewNode({ abis: [socketAbi, switchboardAbi], ...options }), socket, firstBlock: 0n },
  ...{ blockNumber: 90n, answers: new Map<string, Promise<unknown>>() },
})

describe("readConnection", () => {
  it("names what the socket answers for the plug and the chain", async () => {
    const asked: unknown[] = []
    const getPlugConfig = (_: Address, args: readonly unknown[]) => {
      asked.push(args)
      return [sibling, board, at(0xb2), at(0xc1), at(0xc2)]
    }
    expect(
      await readConnection(viewOf({ views: { getPlugConfig } }), { plug, siblingChainSlug: 41_002 }),
    ).to.deep.equal({
      ...{ siblingPlug: sibling, inboundSwitchboard: board, outboundSwitchboard: at(0xb2) },
      ...{ capacitor: at(0xc1), decapacitor: at(0xc2) },
    })
    expect(asked).to.deep.equal([[plug, 41_002]])
  })
})

describe("readSwitchboard", () => {
  const views = {
    isGlobalTipped: () => true,
    isPathTripped: (_: Address, [slug]: readonly unknown[]) => slug === 41_001,
    totalWatchers: (_: Address, [slug]: readonly unknown[]) => (slug === 41_001 ? 2n : 9n),
    timeoutInSeconds: () => 7_200n,
    initialPacketCount: (_: Address, [slug]: readonly unknown[]) => (slug === 41_001 ? 5n : 9n),
  }
  const read = async (options: Omit<ViewNodeOptions, "abis">, accepts = false) =>
    await readSwitchboard(viewOf(options), { address: board, srcChainSlug: 41_001, accepts })
  const silent = { isTripped: null, isPathTripped: null, initialPacketCount: null }

  it("reads what could stop a packet of the chain, unless it accepts it", async () => {
    const timing = { address: board, totalWatchers: 2n, timeoutInSeconds: 7_200n, isContract: true }
    expect(await read({ views })).to.deep.equal({
      ...{ ...timing, isTripped: true, isPathTripped: true, initialPacketCount: 5n },
    })
    expect(await read({ views }, true)).to.deep.equal({ ...timing, ...silent })
  })

  it("is a contract if it answers anything, accepts the packet, or has code", async () => {
    const nothing = { address: board, ...silent, totalWatchers: null, timeoutInSeconds: null }
    expect(await read({})).to.deep.equal({ ...nothing, isContract: false })
    expect(await read({ codes: { [board]: "0x60" } })).to.deep.equal({ ...nothing, isContract: true })
    expect(await read({}, true)).to.deep.equal({ ...nothing, isContract: true })
    expect(await read({ views: { timeoutInSeconds: () => 0n } })).to.deep.equal({
      ...{ ...nothing, timeoutInSeconds: 0n, isContract: true },
    })
  })
})

describe("readAllowed", () => {
  const proposal = { root: bytes32(7), proposalCount: 3n, switchboard: board, proposedAt: 1_234n, mined: null }

  /** Asks a switchboard that answers so in the block of the view, and in the next one. */
  async function allowed(now: unknown, next: unknown) {
    const asked: unknown[] = []
    const { client } = fakeNode({
      eth_call([{ to }, block]: [{ to: Address }, string]) {
        asked.push([to.toLowerCase(), block])
        const answer = block === "pending" ? next : now
        if (typeof answer !== "boolean") throw answer
        return encodeFunctionResult({ abi: switchboardAbi, functionName: "allowPacket", result: answer })
      },
    })
    const view = { ...viewOf({}), client }
    const answer = await readAllowed(view, { proposal, packetId: bytes32(9), srcChainSlug: 41_001 })
    return [answer, asked.length]
  }
  const reverts = Object.assign(new Error("execution reverted"), { code: 3 })
  const silent = Object.assign(new Error("no pending block"), { code: -32_000 })

  it("is what the switchboard says in the newest block, or in the next one if that is a yes", async () => {
    expect(await allowed(true, false)).to.deep.equal([true, 1])
    expect(await allowed(false, true)).to.deep.equal([true, 2])
    expect(await allowed(false, false)).to.deep.equal([false, 2])
    expect(await allowed(reverts, true)).to.deep.equal([null, 1])
    for (const error of [reverts, silent]) expect(await allowed(false, error)).to.deep.equal([false, 2])
  })

  it("asks about the very proposal", async () => {
    const seen: unknown[] = []
    const allowPacket = (to: Address, args: readonly unknown[]) => {
      seen.push([to, args])
      return true
    }
    await readAllowed(viewOf({ views: { allowPacket } }), { proposal, packetId: bytes32(9), srcChainSlug: 41_001 })
    expect(seen).to.deep.equal([[board, [bytes32(7), bytes32(9), 3n, 41_001, 1_234n]]])
  })
})
