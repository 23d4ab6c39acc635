import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, pad, zeroHash } from "viem"

import { readPlugCode } from "#src/messaging/onchain/connection/readPlugCode.js"
import { createAnsweringNode } from "#test/fixtures/nodes/answeringNode.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const [plug, implementation] = [at(0xa1), at(0xe1)]
const [inbound, outbound] = ["63c41f1f6c", "633386774f"]
const reverts = (data: Hex) => () => {
  throw Object.assign(new Error("execution reverted"), { code: 3, data })
}

const fails = (message: string) => (): never => {
  throw Object.assign(new Error(message), { code: -32_000 })
}
/** Runs the code of another contract, which costs 2,600 gas, and reverts then. */
const asksOthers: Played["call"] = ([{ gas }]) =>
  Number(gas) < 21_000 + 500 + 2_600 ? fails("Transaction ran out of gas")() : reverts("0x")()
const refusesLittleGas: Played["call"] = ([{ gas }]) =>
  Number(gas) < 100_000 ? fails("intrinsic gas too low")() : reverts("0x")()

type Played = {
  readonly codes?: Readonly<Record<Address, Hex>>
  /** The word in the slot of an implementation. Default: the node does not read slots. */
  readonly word?: Hex
  /** What a call of `inbound` comes to. Default: a revert without data. */
  readonly call?: (parameters: [{ from: Address; to: Address; data: Hex; gas: Hex }, Hex]) => unknown
}

async function read({ codes = {}, word, call = reverts("0x") }: Played) {
  const { client } = createAnsweringNode({
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

  it("is in doubt of what a fallback takes or refuses, and of code that runs that of others", async () => {
    expect(await of("60", { call: () => "0x" })).to.deep.equal([true, null, false])
    expect(await of("60", { call: reverts("0x12345678") })).to.deep.equal([true, null, false])
    for (const failure of ["invalid opcode: opcode 0xfe not defined", "Transaction ran out of gas"]) {
      const call = () => {
        throw Object.assign(new Error(failure), { code: -32_000, data: "0x" })
      }
      expect(await of("60", { call }), failure).to.deep.equal([true, null, false])
    }
    for (const code of ["63aaaaaaaa5bf4", "5bf2"]) {
      expect(await of(code, { call: asksOthers })).to.deep.equal([true, null, null])
      expect(await of(code, { call: refusesLittleGas }), "a node that takes no such call").to.deep.equal([
        true,
        null,
        null,
      ])
      expect(await of(code), "it refuses before it could ask others").to.deep.equal([true, false, null])
    }
    expect(await of(`${inbound}f4`)).to.deep.equal([true, true, null])
    // What calls others in the value of a push, and behind INVALID.
    expect(await of("63f4f4f4f4fef4")).to.deep.equal([true, false, false])
  })

  it("looks behind a proxy, a minimal one and an account with delegated code", async () => {
    const behind = implementation.slice(2)
    const proxies = [["5bf4", pad(implementation)], [`363d3d373d3d3d363d73${behind}5af4`], [`ef0100${behind}`]] as const
    for (const [code, word] of proxies) {
      const run = async (own: Hex | undefined, call?: Played["call"]) => {
        const codes = { [plug]: `0x${code}`, ...(own !== undefined && { [implementation]: own }) } as const
        return await read({ codes, ...(word !== undefined && { word }), ...(call && { call }) })
      }
      expect(await run("0x60"), code).to.deep.equal([true, false, false])
      expect(await run(`0x${inbound}`), code).to.deep.equal([true, true, false])
      expect(await run("0x5bf4", asksOthers), code).to.deep.equal([true, null, null])
      expect(await run("0x5bf4"), code).to.deep.equal([true, false, null])
      expect(await run(undefined), code).to.deep.equal([false, false, false])
    }
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
    const { client } = createAnsweringNode({})
    const asked = { plug, socket, siblingChainSlug: 41_002 }
    expect(String(await rejection(readPlugCode(client, asked)))).to.contain("method not found")
  })
})
