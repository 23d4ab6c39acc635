import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, type AbiFunction, type Address, encodeFunctionData, type Hex, parseAbi, parseAbiItem } from "viem"

import type { BatchCall } from "#extras/audit/src/judging/Batch.js"
import { packMultiSend } from "#extras/audit/src/judging/carriers.js"
import { decodeCalls, type DecodedCall, listCalls } from "#extras/audit/src/judging/decodeCalls.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [owner, account, token, plug]: readonly Address[] = [at(1), at(2), at(3), at(4)]
const multiSend: Address = "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D"
const leaf = parseAbi(["function transfer(address to, uint256 amount)"])
const transfer = (amount: bigint): Hex => encodeFunctionData({ abi: leaf, args: [plug!, amount] })
const carried = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: [parseAbiItem(`function ${signature}`) as AbiFunction] as Abi, args })
const decode = (data: Hex, more: Partial<BatchCall> = {}, to = account!): DecodedCall[] =>
  listCalls(
    decodeCalls([{ to, value: 0n, data, operation: 0, ...more }], {
      from: owner!,
      abis: { contractOf: () => ({}), others: [] },
    }),
  )
const seen = (calls: readonly DecodedCall[]) =>
  calls.map(({ number, from, to, value, call }) => [number, from, to, value, call?.signature.split("(")[0]])

describe("decodeCalls", () => {
  it("takes calls out of what carries them: accounts, multicalls of a contract itself, and Multicall3", () => {
    const forms: readonly (readonly [signature: string, args: readonly unknown[], values: readonly bigint[]])[] = [
      ["execute(address, uint256, bytes)", [token, 7n, transfer(1n)], [7n]],
      [
        "executeBatch(address[], uint256[], bytes[])",
        [
          [token, token],
          [5n, 6n],
          [transfer(1n), transfer(2n)],
        ],
        [5n, 6n],
      ],
      [
        "aggregate3((address, bool, bytes)[])",
        [
          [
            [token, true, transfer(1n)],
            [token, false, transfer(2n)],
          ],
        ],
        [0n, 0n],
      ],
      ["aggregate3Value((address, bool, uint256, bytes)[])", [[[token, true, 9n, transfer(1n)]]], [9n]],
    ]
    for (const [signature, args, values] of forms) {
      const [, ...inner] = seen(decode(carried(signature, args)))
      const wanted = values.map((value, index) => [`1.${index + 1}`, account, token, value, "transfer"])
      expect(inner, signature).to.deep.equal(wanted)
    }
  })

  it("makes the calls of a multicall as who calls it, and of a MultiSend that is called by a delegatecall as the Safe", () => {
    const both = carried("multicall(bytes[])", [[transfer(1n), transfer(2n)]])
    expect(seen(decode(both)).slice(1)).to.deep.equal([
      ["1.1", owner, account, 0n, "transfer"],
      ["1.2", owner, account, 0n, "transfer"],
    ])
    const packed = packMultiSend([{ to: account!, value: 1n, data: both, operation: 0 }])
    expect(seen(decode(packed, { operation: 1 }, multiSend)).slice(1)).to.deep.equal([
      ["1.1", owner, account, 1n, "multicall"],
      ["1.1.1", owner, account, 0n, "transfer"],
      ["1.1.2", owner, account, 0n, "transfer"],
    ])
  })

  it("says of lists of carried calls that differ in length that they are malformed", () => {
    const [odd] = decode(carried("executeBatch(address[], uint256[], bytes[])", [[token, token], [], [transfer(1n)]]))
    expect(odd?.problem).to.contain("malformed")
  })

  it("decodes by the file's method only what no ABI has, and says whose word it is", () => {
    const method = parseAbiItem("function setTargets(address[] targets)") as AbiFunction
    const data = encodeFunctionData({ abi: [method], args: [[plug!, token!]] })
    const [claimed] = decode(data, { method })
    expect(claimed).to.include({ isKnown: false, isClaimed: true, problem: undefined })
    expect(claimed?.call?.args[0]?.text).to.contain(plug)
    expect(decode(data)[0]).to.include({ isClaimed: false, call: undefined })
    const other = parseAbiItem("function transfer(address a, uint256 b)") as AbiFunction
    expect(decode(transfer(1n), { method: other })[0]).to.include({ isClaimed: false })
  })

  it("says of a call that creates a contract that its code is not decoded", () => {
    expect(decode("0xa9059cbb", { creates: true })).to.have.lengthOf(1)
    expect(decode("0xa9059cbb", { creates: true })[0]).to.include({ problem: "it creates a contract", call: undefined })
  })
})
