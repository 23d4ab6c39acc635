import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeErrorResult, decodeFunctionData, type Hex, parseAbi } from "viem"

import { batcherArtifact } from "#src/devnet/artifacts/operators.js"
import {
  batchTransaction,
  countWithinGas,
  explainSilence,
  failureDataOf,
  maxGasFor,
  readCalls,
  revertDataOf,
  textRevert,
  withMargin,
} from "#src/devnet/relay/callBatch.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [batcher, target] = [at(0xba), at(1)]
const dataOf = (bytes: number): Hex => `0x${"11".repeat(bytes)}`
const reasonOf = (data: Hex) => decodeErrorResult({ abi: parseAbi(["error Error(string)"]), data }).args[0]

describe("the gas of an actor's calls", () => {
  it("is for a batch what its calls need, with a share for each call and each byte, and for the batcher", () => {
    const calls = [
      { to: target, data: dataOf(2), gas: 63_000n },
      { to: target, data: dataOf(100), gas: 630_000n, value: 5n },
    ]
    const { to, data, gas, value } = batchTransaction(batcher, calls)
    // A prefix counts as a byte.
    expect([to, gas, value]).to.deep.equal([
      ...[batcher, 200_000n + (64_000n + 20_000n + 60n * 3n) + (640_000n + 20_000n + 60n * 101n), 5n],
    ])
    const { args } = decodeFunctionData({ abi: batcherArtifact.abi, data })
    const whole = calls.map((call) => ({ value: 0n, ...call }))
    expect(args[0]).to.deep.equal(whole)
    expect(readCalls(data)).to.deep.equal(whole)
    expect(batchTransaction(batcher, [])).to.include({ gas: 200_000n, value: 0n })
  })

  it("is for as many calls of a transaction as fit to the last unit, and for one at the least", () => {
    const left = 2n ** 24n - 200_000n
    const first = { call: { gas: 63_000n, data: dataOf(0) } }
    const rest = left - 64_000n - 20_060n - 20_060n
    const second = (more: bigint) => ({ call: { gas: (rest * 63n) / 64n + more, data: dataOf(0) } })
    expect([0n, 1n, 2n].map((more) => countWithinGas([first, second(more)]))).to.deep.equal([2, 2, 1])
    expect(countWithinGas([{ call: { gas: 2n ** 30n, data: "0x" } }, first])).to.equal(1)
    expect(countWithinGas([])).to.equal(0)
  })

  it("is less the longer its data is, and none where that fits in no transaction", () => {
    const left = (bytes: number) => ((2n ** 24n - 200_000n - 20_000n - 60n * BigInt(bytes + 1)) * 63n) / 64n
    expect([0, 13_518].map((bytes) => maxGasFor(dataOf(bytes)))).to.deep.equal([15_500_000n, 15_500_000n])
    expect([13_519, 200_000].map((bytes) => maxGasFor(dataOf(bytes)))).to.deep.equal([left(13_519), left(200_000)])
    expect(maxGasFor(dataOf(280_000))).to.equal(0n)
  })

  it("has a margin of half and a little more, up to the most", () => {
    const most = 1_000_000n
    expect([0n, 1n, 101n, 626_666n, 626_667n, 900_000n].map((used) => withMargin(used, most))).to.deep.equal([
      ...[60_000n, 60_001n, 60_151n, 999_999n, most, most],
    ])
  })
})

describe("what an actor's call reverted with", () => {
  it("is the data of the error, however deep it is", () => {
    const cases: readonly unknown[] = [
      ...[{ data: "0xdead" }, { data: { data: { data: "0xbeef" } } }, { data: { message: "no" } }],
      ...[{ data: null }, null, undefined, "0xdead", 7],
    ]
    expect(cases.map(revertDataOf)).to.deep.equal(["0xdead", "0xbeef", "0x", "0x", "0x", "0x", "0x", "0x"])
  })

  it("is the chain's own message where it did not run it, and nothing where the contract gave no reason", () => {
    const error = (more: object) => Object.assign(new Error("too much gas"), more)
    expect(reasonOf(failureDataOf(error({})))).to.equal("too much gas")
    expect(reasonOf(failureDataOf(error({ data: { txHash: "0xaa" } })))).to.equal("too much gas")
    expect(
      [error({ data: "0x" }), error({ data: "0xdead" }), { data: "0xbeef" }, "no"].map(failureDataOf),
    ).to.deep.equal(["0x", "0xdead", "0xbeef", "0x"])
  })

  it("is that it ran out of gas where it gave no reason, and used all that a call within it can get", () => {
    const silent = (gasUsed: bigint, revertData: Hex = "0x") => explainSilence({ revertData, gasUsed }, 6_400n)
    const says = textRevert("it gave no reason, and used up all of its 6400 gas")
    expect([silent(6_299n), silent(6_300n), silent(6_400n), silent(6_400n, "0xdead")]).to.deep.equal([
      ...["0x", says, says, "0xdead"],
    ])
  })
})
