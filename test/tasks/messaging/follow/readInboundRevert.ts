import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, type Hex, numberToHex, parseAbi } from "viem"

import type { MessageStep } from "#src/messaging/index.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { type InboundMessage, readInboundRevert, readRevertReason } from "#tasks/messaging/follow/readStep.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dstPlug, outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const abi = parseAbi(["error Closed(uint256 since)", "error Starved()"])
const reverted = (data?: Hex): Error => Object.assign(new Error("execution reverted"), { code: 3, data })
const closed = encodeErrorResult({ abi, errorName: "Closed", args: [7n] })
const starved = encodeErrorResult({ abi, errorName: "Starved" })
const message: InboundMessage = {
  srcChainSlug: 41_001,
  dstPlug,
  payload: "0x1234",
  minMsgGasLimit: 100_000n,
  executionParams: bytes32(0),
}

/** A node at which inbound ends so for a message's own gas, and so for more. */
const nodeWith = (first: unknown, second?: unknown) => {
  const gas: bigint[] = []
  const eth_call = ([call]: readonly [{ readonly gas: Hex }]) => {
    const ends = gas.push(BigInt(call.gas)) === 1 ? first : second
    if (ends !== undefined) throw ends as Error
    return "0x"
  }
  return { ...fakeNode({ eth_call }), gas }
}

describe("readInboundRevert", () => {
  it("asks with the message's gas, then with a million more, and says what still reverts then", async () => {
    const cases = [
      [undefined, undefined, undefined, 1],
      [reverted(closed), reverted(closed), "Closed(since: 7)", 2],
      [reverted(starved), reverted(closed), "Closed(since: 7)", 2],
      [reverted(starved), undefined, "Starved()", 2],
      [new Error("out of gas"), reverted(closed), "Closed(since: 7)", 2],
      // What the node says is not how a call ends.
      [new Error("down"), undefined, undefined, 1],
      [reverted(closed), new Error("down"), undefined, 2],
    ] as const
    for (const [index, [first, second, reason, count]] of cases.entries()) {
      const { client, gas } = nodeWith(first, second)
      const found = await readInboundRevert({ client, socket }, message, [abi])
      expect([found?.reason, gas.length], String(index)).to.deep.equal([reason, count])
      if (count === 2) expect(gas[1]! - gas[0]!).to.equal(1_000_000n)
    }
  })

  it("says that inbound reverts where it does so without a reason", async () => {
    const { client } = nodeWith(new Error("out of gas"), new Error("out of gas"))
    const bare = nodeWith(reverted("0x"), reverted("0x"))
    const [starving, silent] = [
      await readInboundRevert({ client, socket }, message),
      await readInboundRevert({ client: bare.client, socket }, message),
    ]
    expect(starving).to.deep.equal(silent)
    expect(silent?.reason).to.be.a("string")
  })
})

describe("readRevertReason", () => {
  const logs = outboundLogs(3).map((log, index) => ({ ...log, logIndex: numberToHex(index) }))
  const receipt = { status: "0x1", blockNumber: "0x5", transactionHash: bytes32(9), logs }
  const src = fakeNode({ eth_getTransactionReceipt: () => receipt })
  const chainsOf = (known: Readonly<Record<number, ReturnType<typeof fakeNode>>>) =>
    ({
      find: (slug: number) => Promise.resolve(known[slug] && { client: known[slug].client, socket }),
    }) as unknown as Chains
  const artifacts = { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) }
  const read = (known: Parameters<typeof chainsOf>[0], id = 3) => {
    const step = {
      messageId: bytes32(id),
      message: { from: { srcChainSlug: 41_001 }, to: { dstChainSlug: 41_002 }, outboundTx: bytes32(9) },
    } as unknown as MessageStep
    return readRevertReason({ artifacts } as never, chainsOf(known), step)
  }
  const dst = () => nodeWith(reverted(closed), reverted(closed))

  it("is that of the message, and nothing where a chain cannot be read or the transaction did not send it", async () => {
    expect(await read({ 41_001: src, 41_002: dst() })).to.match(/0x|Closed/)
    expect(await read({ 41_001: src })).to.equal(undefined)
    expect(await read({ 41_002: dst() })).to.equal(undefined)
    expect(await read({ 41_001: src, 41_002: dst() }, 4)).to.equal(undefined)
    expect(await read({ 41_001: fakeNode({}), 41_002: dst() })).to.equal(undefined)
  })
})
