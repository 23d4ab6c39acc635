import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionData, encodeFunctionResult, type Hex, zeroAddress, zeroHash } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { readUnconnectedPlug, type RevertedTransaction } from "#src/messaging/reading/readUnrelayed.js"
import type { Frame, TracedCall } from "#src/onchain/simulation/callTrace.js"
import type { DecodedRevert } from "#src/primitives/reverts/decodeRevertData.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const [app, plug, other] = [at(0xa0), at(0xa1), at(0xa2)]

const frame = (to: Address, more: Partial<Frame> = {}): Frame => ({
  ...{ type: "CALL", from: plug, to, value: 0n, input: "0x", output: "0x", error: "reverted", logs: [], calls: [] },
  ...more,
})
/** A call that reverted itself, or within another one. */
const failed = (one: Frame, revertedIn: Frame | undefined = one): TracedCall => ({ frame: one, revertedIn })
const outbound = (slug: number) =>
  encodeFunctionData({ abi: socketAbi, functionName: "outbound", args: [slug, 1n, zeroHash, zeroHash, "0x"] })
const getMinFees = (slug: number, of: Address) =>
  encodeFunctionData({ abi: socketAbi, functionName: "getMinFees", args: [1n, 0n, zeroHash, zeroHash, slug, of] })

type Connected = Readonly<Record<string, readonly number[]>>

/** Reads it where plugs were connected to these chains in the block of the transaction, and are now. */
async function read(reverted: Partial<RevertedTransaction>, then: Connected = {}, now: Connected = then) {
  const { client } = fakeNode({
    eth_call([{ data }, block]: [{ data: Hex }, string]) {
      const of = block === "0x28" ? then : now
      const connected = Object.entries(of).some(([of, slugs]) =>
        slugs.some((slug) => data === encodeFunctionData({ ...question, args: [of as Address, slug] })),
      )
      const [sibling, board] = connected ? [at(0xe1), at(0xb1)] : [zeroAddress, zeroAddress]
      return encodeFunctionResult({ ...question, result: [sibling, board, board, board, board] })
    },
  })
  const found = await readUnconnectedPlug({
    ...{ src: { client, socket, slug: 1, name: "alpha" }, otherSlugs: [], calls: undefined, revert: undefined },
    ...{ receipt: { blockNumber: 40n }, transaction: { to: app } },
    chainOf: (slug: number) => Promise.resolve({ client, socket, slug, name: `chain ${slug}` }),
    ...reverted,
  } as RevertedTransaction)
  return found && [found.plug, found.slug, found.isConnectedNow, found.dst?.slug]
}
const question = { abi: socketAbi, functionName: "getPlugConfig" } as const
const revertOf = (name: string | undefined, ...args: readonly unknown[]): DecodedRevert => ({
  ...{ data: "0xabcd", args, reason: "no" },
  ...(name !== undefined && { name }),
})

describe("readUnconnectedPlug", () => {
  it("finds the plug whose call of the socket reverted, to send or to ask for the price", async () => {
    expect(await read({ calls: [failed(frame(socket, { input: outbound(2) }))] })).to.deep.equal([plug, 2, false, 2])
    const priced = frame(socket, { from: app, input: getMinFees(3, other) })
    expect(await read({ calls: [failed(priced)] })).to.deep.equal([other, 3, false, 3])
    expect(await read({ calls: [failed(priced)] }, {}, { [other]: [3] })).to.deep.equal([other, 3, true, 3])
  })

  it("takes no call for it that did not revert itself, or is of another contract or function", async () => {
    const input = outbound(2)
    const slug = encodeFunctionData({ abi: socketAbi, functionName: "chainSlug" })
    for (const calls of [
      [failed(frame(socket, { input }), frame(plug))],
      [{ frame: frame(socket, { input }), revertedIn: undefined }],
      [failed(frame(other, { input }))],
      [failed(frame(socket, { input, to: undefined }))],
      [failed(frame(socket, { input: slug }))],
      [failed(frame(socket, { input: "0x12345678" }))],
      [],
    ]) {
      expect(await read({ calls })).to.equal(undefined)
    }
  })

  it("passes over plugs that were connected then", async () => {
    const calls = [
      failed(frame(socket, { input: outbound(2) })),
      failed(frame(socket, { input: getMinFees(3, other) })),
    ]
    expect(await read({ calls }, { [plug]: [2] })).to.deep.equal([other, 3, false, 3])
    expect(await read({ calls }, { [plug]: [2], [other]: [3] })).to.equal(undefined)
  })

  it("takes what the plug reverted with, where it asked no socket: who raised it last, or who was called", async () => {
    const revert = revertOf("NotConnected", 2)
    expect(await read({ revert })).to.deep.equal([app, 2, false, 2])
    const raised = (to: Address, more: Partial<Frame> = {}) => failed(frame(to, { output: "0xabcd", ...more }))
    const calls = [raised(app), raised(plug), raised(other, { output: "0x" }), raised(other, { error: undefined })]
    expect(await read({ revert, calls })).to.deep.equal([plug, 2, false, 2])
    expect(await read({ revert, transaction: { to: null } as RevertedTransaction["transaction"] })).to.equal(undefined)
    expect(await read({ revert: revertOf("NotConnected", "2") })).to.equal(undefined)
    expect(await read({ revert: revertOf("Full", 2) })).to.equal(undefined)
    // What the socket was asked counts more.
    const asked = failed(frame(socket, { input: outbound(3) }))
    expect(await read({ revert, calls: [...calls, asked] })).to.deep.equal([plug, 3, false, 3])
  })

  it("tries all other chains where the revert does not say which", async () => {
    const revert = revertOf("PlugDisconnected")
    const otherSlugs = [1, 2, 3]
    expect(await read({ revert, otherSlugs })).to.deep.equal([app, 2, false, 2])
    expect(await read({ revert, otherSlugs }, { [app]: [2] })).to.deep.equal([app, 3, false, 3])
    expect(await read({ revert, otherSlugs }, { [app]: [2, 3] })).to.equal(undefined)
  })
})
