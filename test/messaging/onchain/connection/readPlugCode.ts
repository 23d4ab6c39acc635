import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, pad, zeroHash } from "viem"

import { readPlugCode } from "#src/messaging/onchain/connection/readPlugCode.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const [plug, implementation] = [at(0xa1), at(0xe1)]
const [inbound, outbound] = ["63c41f1f6c", "633386774f"]
const reverts = (data: Hex) => () => {
  throw Object.assign(new Error("execution reverted"), { code: 3, data })
}

type Played = {
  readonly codes?: Readonly<Record<Address, Hex>>
  /** The word in the slot of an implementation. Default: the node does not read slots. */
  readonly word?: Hex
  /** What a call of `inbound` comes to. Default: a revert without data. */
  readonly call?: (parameters: [{ from: Address; to: Address; data: Hex; gas: Hex }, Hex]) => unknown
}

async function read({ codes = {}, word, call = reverts("0x") }: Played) {
  const { client } = fakeNode({
    eth_getCode: ([address]: [Address]) => codes[address] ?? "0x",
    ...(word !== undefined && { eth_getStorageAt: () => word }),
    eth_call: call,
  })
  const { hasCode, receives, sends } = await readPlugCode(client, {
    ...{ plug, socket, siblingChainSlug: 41_002, blockNumber: 9n },
  })
  return [hasCode, receives, sends]
}
const of = async (code: string, more: Omit<Played, "codes"> = {}) =>
  await read({ codes: { [plug]: `0x${code}` }, ...more })

describe("readPlugCode", () => {
  it("finds what a plug does by the selectors in its code", async () => {
    expect(await of(inbound + outbound)).to.deep.equal([true, true, true])
    expect(await of(inbound)).to.deep.equal([true, true, false])
    expect(await of(outbound)).to.deep.equal([true, false, true])
    expect(await of("60")).to.deep.equal([true, false, false])
  })

  it("calls inbound as the socket before it says that a plug has none", async () => {
    const seen: unknown[] = []
    const call: Played["call"] = ([{ from, to, data, gas }, block]) => {
      seen.push([from, to, data.slice(0, 10), Number(gas) < 1_000_000, block])
      return reverts("0x")()
    }
    expect(await of("60", { call })).to.deep.equal([true, false, false])
    expect(seen).to.deep.equal([[socket, plug, "0xc41f1f6c", true, "0x9"]])
  })

  it("finds no code where there is none, whatever a slot says, and takes a word that is none for nothing", async () => {
    const nothing = [false, false, false]
    expect(await read({})).to.deep.equal(nothing)
    expect(await read({ codes: { [implementation]: "0x60" }, word: pad(implementation) })).to.deep.equal(nothing)
    for (const word of [zeroHash, implementation])
      expect(await of(inbound, { word })).to.deep.equal([true, true, false])
  })

  it("fails where the node does not answer", async () => {
    const silent = () => {
      throw new Error("it is away")
    }
    expect(String(await rejection(of("60", { call: silent })))).to.contain("it is away")
    const { client } = fakeNode({})
    const asked = { plug, socket, siblingChainSlug: 41_002 }
    expect(String(await rejection(readPlugCode(client, asked)))).to.contain("method not found")
  })
})
