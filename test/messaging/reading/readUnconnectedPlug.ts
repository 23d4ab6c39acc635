import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionData, type Hex, zeroAddress, zeroHash } from "viem"

import { socketAbi } from "../../../src/messaging/onchain/abi.js"
import { readUnconnectedPlug, type RevertedTransaction } from "../../../src/messaging/reading/readUnconnectedPlug.js"
import type { Frame } from "../../../src/onchain/simulation/callTrace.js"
import { createViewNode } from "../../fixtures/nodes/viewNode.js"
import { at } from "../../fixtures/wire/trustFacts.js"

const [socket, plug, router, sibling] = [at(0x50), at(0xa1), at(0xa2), at(0xa3)]
const asked = (functionName: "outbound" | "getMinFees", slug: number): Hex =>
  functionName === "outbound"
    ? encodeFunctionData({ abi: socketAbi, functionName, args: [slug, 1n, zeroHash, zeroHash, "0x"] })
    : encodeFunctionData({ abi: socketAbi, functionName, args: [1n, 2n, zeroHash, zeroHash, slug, plug] })

function frame(more: Partial<Frame>): Frame {
  const none = { type: "CALL", value: 0n, input: "0x", output: "0x", logs: [], calls: [] } as const
  return { ...none, from: router, to: socket, error: "execution reverted", ...more }
}
const reverted = (more: Partial<Frame>) => {
  const own = frame(more)
  return { frame: own, revertedIn: own }
}

type Given = Partial<Pick<RevertedTransaction, "calls" | "revert">> & { readonly to?: Address | null }

/** A chain with slug 1 on which the plug was connected to `then` in block 40, and is to `now`, by slugs. */
async function read({ to = plug, calls, revert }: Given, then: readonly number[] = [], now = then) {
  const blocks: string[] = []
  const getPlugConfig = (_: Address, [own, slug]: readonly unknown[]) => {
    const isThen = blocks.length === 0
    blocks.push(`${String(own)} ${String(slug)}`)
    const isConnected = own === plug && (isThen ? then : now).includes(Number(slug))
    return [isConnected ? sibling : zeroAddress, socket, socket, socket, socket]
  }
  const client = createViewNode({ abis: [socketAbi], views: { getPlugConfig } })
  const src = { client, socket, slug: 1, name: "alpha" }
  const receipt = { blockNumber: 40n } as never
  const transaction = { to } as never
  const chainOf = (slug: number) => Promise.resolve(slug === 3 ? { ...src, slug: 3, name: "gamma" } : undefined)
  const found = await readUnconnectedPlug({ src, chainOf, otherSlugs: [1, 2, 3], receipt, transaction, calls, revert })
  return found && [found.plug, found.slug, found.isConnectedNow, found.dst?.name]
}

describe("readUnconnectedPlug", () => {
  const notConnected = (slug: unknown) => ({ data: "0x0b" as Hex, name: "NotConnected", args: [slug], reason: "" })
  const disconnected = { data: "0x0d" as Hex, name: "PlugDisconnected", args: [], reason: "" }

  it("finds the plug and the chain in the call of the socket that reverted", async () => {
    expect(await read({ calls: [reverted({ from: plug, input: asked("outbound", 3) })] })).to.deep.equal([
      ...[plug, 3, false, "gamma"],
    ])
    // It asks for the fees first, and anyone may do that for a plug.
    expect(await read({ calls: [reverted({ input: asked("getMinFees", 2) })] })).to.deep.equal([
      ...[plug, 2, false, undefined],
    ])
    const later = { calls: [reverted({ from: plug, input: asked("outbound", 3) })] }
    expect(await read(later, [], [3])).to.deep.equal([plug, 3, true, "gamma"])
    expect(await read(later, [3], []), "it was connected").to.equal(undefined)
  })

  it("takes no other call for it", async () => {
    const inner = frame({ from: plug, input: asked("outbound", 3), error: undefined })
    for (const [what, call] of [
      ["a call that is undone by one around it", { frame: inner, revertedIn: frame({}) }],
      ["one that nothing undid", { frame: inner, revertedIn: undefined }],
      ["one of another contract", reverted({ to: router, input: asked("outbound", 3) })],
      ["a deployment", reverted({ to: undefined, input: asked("outbound", 3) })],
      ["another function", reverted({ input: encodeFunctionData({ abi: socketAbi, functionName: "chainSlug" }) })],
      ["an unknown function", reverted({ input: "0xdeadbeef" })],
      ["a call without data", reverted({ input: "0x" })],
    ] as const) {
      expect(await read({ calls: [call] }), what).to.equal(undefined)
    }
    expect(await read({})).to.equal(undefined)
  })

  it("finds them in what the plug reverted with, where the socket was not asked or no trace is there", async () => {
    expect(await read({ revert: notConnected(3) })).to.deep.equal([plug, 3, false, "gamma"])
    expect(await read({ revert: notConnected("3") })).to.equal(undefined)
    expect(await read({ revert: notConnected(3), to: null })).to.equal(undefined)
    expect(await read({ revert: { ...notConnected(3), name: "Other" } })).to.equal(undefined)
    // The innermost call that reverted with it is the plug's.
    const calls = [
      reverted({ to: router, output: "0x0b" }),
      reverted({ to: plug, output: "0x0b" }),
      reverted({ to: sibling, output: "0x0c" }),
      { frame: frame({ to: sibling, output: "0x0b", error: undefined }), revertedIn: undefined },
    ]
    expect(await read({ calls, revert: notConnected(3), to: router })).to.deep.equal([plug, 3, false, "gamma"])
  })

  it("looks for the chain among all others where the plug says only that it is not connected", async () => {
    expect(await read({ revert: disconnected })).to.deep.equal([plug, 2, false, undefined])
    expect(await read({ revert: disconnected }, [2], [2])).to.deep.equal([plug, 3, false, "gamma"])
  })
})
