import { expect } from "chai"
import { describe, it } from "mocha"
import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  parseAbiParameters,
  type RpcLog,
} from "viem"

import { actorBatcherArtifact, batcherArtifact } from "#src/devnet/artifacts/operators.js"
import { maxTransactionGas } from "#src/devnet/chain/hardfork.js"
import { batchTransaction, countWithinGas, readCalls, readOutcomes, readReverted } from "#src/devnet/relay/callBatch.js"

const { abi } = batcherArtifact
const batcher = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
const call = { to: other, data: "0x1234", gas: 100_000n, value: 3n } as const

function revertedLog(address: Hex, index: bigint): RpcLog {
  const topics = encodeEventTopics({ abi, eventName: "CallReverted" })
  const data = encodeAbiParameters(parseAbiParameters("uint256, bytes"), [index, "0xdead"])
  return { address, topics, data } as unknown as RpcLog
}

describe("a batch of calls", () => {
  it("is the same for both batchers", () => {
    for (const name of ["tryAll", "CallReverted"]) {
      const [one, two] = [abi, actorBatcherArtifact.abi].map((items) =>
        items.find((item) => "name" in item && item.name === name),
      )
      expect(JSON.stringify(one, withoutContract)).to.equal(JSON.stringify(two, withoutContract))
    }
  })

  it("carries the value of its calls, and is read again as it was made", () => {
    const calls = [call, { ...call, data: "0x" as const, value: 4n }]
    const { to, value, data } = batchTransaction(batcher, calls)
    expect([to, value]).to.deep.equal([batcher, 7n])
    expect(readCalls(data)).to.deep.equal(calls)
    expect(readCalls("0x12345678")).to.deep.equal([])
    expect(readCalls(data.slice(0, 200) as Hex)).to.deep.equal([])
  })

  it("gives each call its own outcome", () => {
    const result = [[5n, 6n, 7n], [{ index: 1n, revertData: "0xdead" }]] as const
    const outcomes = readOutcomes(encodeFunctionResult({ abi, functionName: "tryAll", result: result }))
    expect(outcomes).to.deep.equal([
      { success: true, gasUsed: 5n, revertData: "0x" },
      { success: false, gasUsed: 6n, revertData: "0xdead" },
      { success: true, gasUsed: 7n, revertData: "0x" },
    ])
  })

  it("has only those reverted calls that its batcher has logged", () => {
    const logs = [revertedLog(other, 0n), revertedLog(batcher.toLowerCase() as Hex, 2n)]
    expect([...readReverted(logs, batcher)]).to.deep.equal([[2, "0xdead"]])
  })

  it("has as many calls as a transaction has gas for, and one that is too large for any alone", () => {
    const calls = Array.from({ length: 500 }, () => ({ call }))
    const count = countWithinGas(calls)
    const gasOf = (length: number) =>
      batchTransaction(
        batcher,
        Array.from({ length }, () => call),
      ).gas
    expect(gasOf(count) <= maxTransactionGas).to.equal(true)
    expect(gasOf(count + 1) > maxTransactionGas).to.equal(true)
    expect(countWithinGas([{ call: { ...call, gas: maxTransactionGas } }, { call }])).to.equal(1)
  })
})

/** Structs are named after the contract that declares them, which is the same one. */
function withoutContract(key: string, value: unknown): unknown {
  return key === "internalType" ? undefined : value
}
