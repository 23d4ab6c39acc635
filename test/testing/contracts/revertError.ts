import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi, zeroAddress } from "viem"

import { CallRevertedError } from "#src/onchain/callErrors.js"
import { revertError } from "#src/testing/contracts/transact.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { at } from "#test/fixtures/wire/addresses.js"

const abi = parseAbi(["error Closed(uint256 day)"])
const ofOther = parseAbi(["error Full()"])
const closed = encodeErrorResult({ abi, errorName: "Closed", args: [7n] })
const full = encodeErrorResult({ abi: ofOther, errorName: "Full" })
const address = at(0x12)

const place = Object.assign(new Error("x"), { stack: "Error: x\n    at test (test.ts:7)\n    at more (test.ts:9)" })

/** What a chain throws where a contract reverts. */
function solidityError(message: string, frames: readonly string[]): Error {
  const stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join("\n")
  const inner = Object.assign(new Error(message), { name: "SolidityError", stack })
  return new Error("outer", { cause: inner })
}

describe("a revert in a world", () => {
  const registry = createRegistry()
  registry.add({ name: "Shop", chain: "alpha", address, abi: ofOther })
  const world = { registry } as unknown as OpenWorld
  const call = { functionName: "enter", abi, chain: "alpha", address }

  function reverted(error: unknown, more: Partial<Parameters<typeof revertError>[2]> = {}): CallRevertedError {
    const thrown = revertError(world, error, { ...call, ...more })
    if (thrown instanceof CallRevertedError) return thrown
    throw thrown
  }
  const said = (...of: Parameters<typeof reverted>) => {
    const { shortMessage, facts } = reverted(...of)
    return [shortMessage, facts]
  }

  it("names what is called, and decodes by every ABI of the test", () => {
    const facts = (data: string) => ({ contract: address, "revert data": data })
    expect(said({ data: closed })).to.deep.equal(["Shop.enter on alpha reverts: Closed(day: 7).", facts(closed)])
    expect(said(new Error("no"), { revertData: full, contractName: "Bank" })).to.deep.equal([
      ...["Bank.enter on alpha reverts: Full().", facts(full)],
    ])
    expect(said({ data: closed }, { chain: "beta" })[0]).to.equal("enter on beta reverts: Closed(day: 7).")
    expect(said({ data: closed }, { address: undefined })).to.deep.equal([
      ...["enter on alpha reverts: Closed(day: 7).", { "revert data": closed }],
    ])
    expect(reverted({ data: closed }, { address: undefined }).revert.args).to.deep.equal([7n])
  })

  it("has the compiler's reason where there is no data, if the chain says it", () => {
    const reasonOf = (message: string) =>
      reverted(Object.assign(solidityError(message, []), { data: "0x" })).shortMessage
    expect(reasonOf("Transaction reverted: function selector was not recognized")).to.equal(
      "Shop.enter on alpha reverts: function selector was not recognized.",
    )
    const plain = reverted({ data: "0x" }).shortMessage
    expect([reasonOf("VM says: Transaction reverted: no"), plain]).to.deep.equal([plain, plain])
    const withData = Object.assign(solidityError("Transaction reverted: odd", []), { data: closed })
    expect(reverted(withData).shortMessage).to.contain("Closed(day: 7)")
  })

  it("begins its stack in Solidity, and goes on where the test has called", () => {
    const frames = ["Shop.enter (contracts/Shop.sol:5)", "Shop.fallback (npm/@x/Base.sol:9)"]
    const ends = ["async node:internal/a:1", "f (file:///a.js:1)", "f (/a.js:1)", "C:\\a.js:1:2", "g (D:\\a.js:1)"]
    const stackOf = (...of: Parameters<typeof reverted>) => {
      const error = reverted(...of)
      return error.stack?.slice(`${error.name}: ${error.message}\n`.length).split("\n")
    }
    const inSolidity = frames.map((frame) => `    at ${frame}`)
    const inTest = ["    at test (test.ts:7)", "    at more (test.ts:9)"]
    for (const end of ends) {
      const error = Object.assign(solidityError("no", [...frames, end, "Late (contracts/Late.sol:1)"]), {
        data: closed,
      })
      expect(stackOf(error, { calledAt: place }), end).to.deep.equal([...inSolidity, ...inTest])
      expect(stackOf(error), end).to.deep.equal(inSolidity)
    }
    const whole = Object.assign(solidityError("no", frames), { data: closed })
    expect(stackOf(whole, { calledAt: place })).to.deep.equal([...inSolidity, ...inTest])
    expect(stackOf({ data: closed }, { calledAt: place })).to.deep.equal(inTest)
    expect(stackOf({ data: closed })?.[0], "its own").to.contain("revertError")
  })

  it("is what it was where nothing reverts", () => {
    const error = new Error("the node is gone")
    expect(revertError(world, error, { ...call, address: zeroAddress, calledAt: place })).to.equal(error)
    expect(error.stack).to.not.contain("test.ts:7")
  })
})
