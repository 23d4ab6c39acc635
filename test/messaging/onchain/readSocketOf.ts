import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, pad, toFunctionSelector, zeroAddress } from "viem"

import { readSlug, readSocketOf } from "#src/messaging/onchain/readSocketOf.js"
import { failure } from "#test/fixtures/failure.js"
import { revert } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [plug, socket, other] = [at(0xa1), at(0x50), at(0x51)]
const selector = (name: string): Hex => toFunctionSelector(`${name}()`)

/** A node with one contract, which names these; it reverts where it has no such function. */
function nodeOf(names: { readonly socket?: Address; readonly socket__?: Address; readonly code?: Hex }) {
  const answers = new Map(
    (["socket", "socket__"] as const).flatMap((name) => {
      const answer = names[name]
      return answer === undefined ? [] : [[selector(name), pad(answer)]]
    }),
  )
  return fakeNode({
    eth_call([{ data }]: [{ data: Hex }]) {
      const answer = answers.get(data)
      if (answer === undefined) throw revert()
      return answer
    },
    eth_getCode: () => names.code ?? "0x60",
  }).client
}

describe("readSocketOf", () => {
  const read = async (names: Parameters<typeof nodeOf>[0], known?: Address, address = plug) =>
    await readSocketOf(nodeOf(names), address, known).catch((error: unknown) => (error as { code?: string }).code)

  it("is the socket that the plug names, in either way, of which none is nothing", async () => {
    expect(await read({ socket })).to.equal(socket)
    expect(await read({ socket__: socket })).to.equal(socket)
    expect(await read({ socket, socket__: other })).to.equal(socket)
    expect(await read({ socket: zeroAddress, socket__: other })).to.equal(other)
    expect(await read({ socket: zeroAddress })).to.equal("WRONG_CONTRACT")
    expect(await read({})).to.equal("WRONG_CONTRACT")
  })

  it("is the known one, unless the plug names another, is no contract, or is the socket itself", async () => {
    expect(await read({ socket }, socket)).to.equal(socket)
    expect(await read({ socket__: other }, socket)).to.equal("WRONG_SOCKET")
    expect(await read({}, socket)).to.equal(socket)
    expect(await read({ code: "0x" }, socket)).to.equal("WRONG_CONTRACT")
    expect(await read({}, socket, socket)).to.equal("WRONG_CONTRACT")
    // Who names it need not be asked for code.
    expect(await read({ socket, code: "0x" }, socket)).to.equal(socket)
  })

  it("is not known where the node does not answer", async () => {
    expect((await failure(readSocketOf(fakeNode({}).client, plug))).code).to.equal("NODE_FAILED")
  })
})

describe("readSlug", () => {
  it("is the slug of a socket, and nothing of another contract", async () => {
    const slugOf = async (answer: () => unknown) => await readSlug(fakeNode({ eth_call: answer }).client, socket)
    expect(await slugOf(() => pad("0xa029"))).to.equal(41_001)
    expect(await slugOf(() => "0x")).to.equal(undefined)
    const reverts = (): never => {
      throw revert()
    }
    expect(await slugOf(reverts)).to.equal(undefined)
    expect((await failure(readSlug(fakeNode({}).client, socket))).code).to.equal("NODE_FAILED")
  })
})
