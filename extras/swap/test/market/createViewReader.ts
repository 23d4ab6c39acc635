import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeFunctionData, encodeFunctionData, encodeFunctionResult, type Hex, numberToHex, parseAbi } from "viem"

import { marketReaderArtifact } from "#extras/swap/src/artifacts/market.js"
import { createViewReader, followState } from "#extras/swap/src/market/createViewReader.js"
import { at } from "#test/fixtures/wire/addresses.js"

const abi = parseAbi(["function one() view returns (uint256)", "function many(uint256 id) view returns (uint256)"])
type View = { readonly to: Hex; readonly data: Hex }
type Result = { readonly success: boolean; readonly data: Hex }

/** A chain that answers each view with the number of its request, or with what the test says. */
function open(answers: (view: View) => Result | undefined = () => undefined) {
  const asked: (readonly View[])[] = []
  const block = { parentHash: "0xa", stateRoot: "0x1", timestamp: "0x64" }
  let failure: Error | undefined
  const request = async ({ method, params }: { method: string; params: readonly [{ to: Hex; data: Hex }, string] }) => {
    if (method === "eth_getBlockByNumber") return { ...block }
    expect([params[0].to, params[1]]).to.deep.equal([at(0xee), "latest"])
    const [views] = decodeFunctionData({ abi: marketReaderArtifact.abi, data: params[0].data }).args
    asked.push(views)
    await new Promise(setImmediate)
    if (failure !== undefined) throw failure
    const result = views.map(
      (view) => answers(view) ?? { success: true, data: numberToHex(asked.length, { size: 32 }) },
    )
    return encodeFunctionResult({ abi: marketReaderArtifact.abi, functionName: "readAll", result })
  }
  const chain = { provider: { request }, setBacks: () => 0 } as never
  const counts = () => asked.map(({ length }) => length)
  return { chain, asked, counts, block, fail: (error: Error | undefined) => void (failure = error) }
}
const contracts = { reader: at(0xee) }

describe("a reader of the market's numbers", () => {
  it("asks for those of one moment together, and for each once", async () => {
    const { chain, asked, counts } = open()
    const read = createViewReader(chain, contracts)
    const together = [
      read(at(1), abi, "one"),
      read(at(1), abi, "many", [1n]),
      read(at(2), abi, "one"),
      read(at(1), abi, "one"),
    ]
    expect(await Promise.all(together)).to.deep.equal([1n, 1n, 1n, 1n])
    expect(asked).to.deep.equal([
      [
        { to: at(1), data: encodeFunctionData({ abi, functionName: "one" }) },
        { to: at(1), data: encodeFunctionData({ abi, functionName: "many", args: [1n] }) },
        { to: at(2), data: encodeFunctionData({ abi, functionName: "one" }) },
      ],
    ])
    const later = [read(at(1), abi, "many", [2n]), read(at(1), abi, "many", [1n])]
    expect(await Promise.all(later)).to.deep.equal([2n, 1n])
    expect(counts()).to.deep.equal([3, 1])
  })

  it("reads nothing of a call that is refused, and says so where a contract answers nothing at all", async () => {
    const { chain } = open(({ to }) =>
      to === at(1) ? { success: false, data: "0x01" } : { success: to === at(2), data: "0x" },
    )
    const read = createViewReader(chain, contracts)
    expect(await read(at(1), abi, "one")).to.equal(undefined)
    for (const address of [at(2), at(3)]) {
      const failed = await read(address, abi, "one").then(String, String)
      expect(failed).to.contain(address).and.contain("returned nothing")
    }
  })

  it("asks again for what it could not read", async () => {
    const { chain, fail, counts } = open()
    const read = createViewReader(chain, contracts)
    fail(new Error("busy"))
    expect(await read(at(1), abi, "one").then(String, String)).to.equal("Error: busy")
    fail(undefined)
    expect(await read(at(1), abi, "one")).to.equal(2n)
    expect(counts()).to.deep.equal([1, 1])
  })

  it("reads anew once the chain has changed, and knows the time of its next block", async () => {
    const { chain, block } = open()
    const state = followState(chain, contracts)
    const readNow = async () => {
      const { time, read } = await state()
      return [time, await read(at(1), abi, "one")]
    }
    expect([await readNow(), await readNow()]).to.deep.equal([
      [100, 1n],
      [100, 1n],
    ])
    block.stateRoot = "0x2"
    block.timestamp = "0x65"
    expect(await readNow()).to.deep.equal([101, 2n])
  })
})
