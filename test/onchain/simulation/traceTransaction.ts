import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { traceTransaction } from "#src/onchain/simulation/callTrace.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const from: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const addressOf = (digit: string): Address => `0x${digit.repeat(40)}`

/** A frame that calls an address of this digit only. */
const frame = (digit: string, more: object = {}) => ({ type: "CALL", from, to: addressOf(digit), ...more })

/** What is read of the answer of a node: whom each call called, and in which call it was undone. */
async function trace(answer: object | Error) {
  const { client, questions } = fakeNode(() => answer)
  const calls = await traceTransaction(client, { hash: bytes32(7), to: addressOf("1") })
  expect(questions.map(({ method, params: [hash] }) => [method, hash])).to.deep.equal([
    ["debug_traceTransaction", bytes32(7)],
  ])
  return calls?.map(({ frame: { to }, revertedIn }) => [to?.at(-1), revertedIn?.to?.at(-1)])
}

describe("traceTransaction", () => {
  it("lists the calls in their order, each with the innermost call that undid it", async () => {
    const error = "execution reverted"
    const deep = frame("3", { error, calls: [frame("4"), frame("5", { error })] })
    const top = frame("1", { calls: [frame("2"), { ...deep }, frame("6")] })
    expect(await trace(top)).to.deep.equal([
      ["1", undefined],
      ["2", undefined],
      ["3", "3"],
      ["4", "3"],
      ["5", "5"],
      ["6", undefined],
    ])
    expect(await trace({ ...top, error })).to.deep.equal([
      ["1", "1"],
      ["2", "1"],
      ["3", "3"],
      ["4", "3"],
      ["5", "5"],
      ["6", "1"],
    ])
  })

  it("knows nothing where the node has no such method, or not the state any more", async () => {
    for (const error of [
      Object.assign(new Error("method not found"), { code: -32_601 }),
      Object.assign(new Error("missing trie node"), { code: -32_000 }),
    ])
      expect(await trace(error)).to.equal(undefined)
    expect((await failure(trace({ type: 5 }))).code).to.equal("NODE_FAILED")
  })
})
