import { expect } from "chai"
import { describe, it } from "mocha"
import { concat, encodeAbiParameters, encodeFunctionData, type Hex, numberToHex, pad, zeroHash } from "viem"

import { executionsIn, withGasLimit } from "#extras/forks/src/replay/executionsIn.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"

function executeData(id: number, { value = 0n, payload = "0x12" }: { value?: bigint; payload?: Hex } = {}): Hex {
  const details = {
    packetId: zeroHash,
    proposalCount: 0n,
    executionGasLimit: 7n,
    decapacitorProof: "0x",
    signature: "0x",
  } as const
  const message = {
    msgId: idOf(id),
    executionFee: 1n,
    minMsgGasLimit: 5n,
    executionParams: numberToHex(value === 0n ? 0n : (1n << 248n) | value, { size: 32 }),
    payload,
  }
  return encodeFunctionData({ abi: socketAbi, functionName: "execute", args: [details, message] })
}

const idOf = (id: number): Hex => pad(numberToHex(id))

describe("executionsIn", () => {
  it("finds a call alone, with its gas and value", () => {
    const data = executeData(1, { value: 9n })
    expect(executionsIn(data)).to.deep.equal([{ messageId: idOf(1), gasLimit: 7n, value: 9n, data }])
  })

  it("finds the calls of a batch in their order", () => {
    const calls = [executeData(1), executeData(2, { payload: "0x" }), executeData(3)]
    const batch = concat(["0xabcdef01", encodeAbiParameters([{ type: "bytes[]" }], [calls])])
    expect(executionsIn(batch).map(({ data }) => data)).to.deep.equal(calls)
  })

  it("finds none where the same four bytes are something else, however often", () => {
    const selector = executeData(1).slice(2, 10)
    expect(executionsIn("0x")).to.deep.equal([])
    expect(executionsIn(`0x0${selector}0`)).to.deep.equal([])
    expect(executionsIn(`0x${selector.repeat(60_000)}`)).to.deep.equal([])
  })

  it("gives other gas to the same call", () => {
    const [other] = executionsIn(withGasLimit(executeData(1), 99n))
    expect(other).to.include({ messageId: idOf(1), gasLimit: 99n })
  })
})
