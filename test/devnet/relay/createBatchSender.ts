import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeFunctionData, encodeFunctionResult, type Hex, numberToHex } from "viem"

import { actorBatcherArtifact } from "../../../src/devnet/artifacts/ActorBatcher.js"
import { maxTransactionGas } from "../../../src/devnet/chain/hardfork.js"
import type { ActorCall, CallOutcome } from "../../../src/devnet/relay/callBatch.js"
import { createBatchSender } from "../../../src/devnet/relay/createBatchSender.js"

const { abi } = actorBatcherArtifact
const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

/** A batch sender on a chain that runs everything but what refuses a request, and the number of calls in each request. */
function onChain(refuses: (calls: readonly { readonly value: bigint }[]) => boolean = () => false): {
  readonly requests: number[]
  readonly simulate: (call: ActorCall) => Promise<CallOutcome>
} {
  const requests: number[] = []
  const request = ({ params }: { params: readonly [{ data: Hex; gas: Hex }, string] }): Promise<Hex> => {
    const [{ data, gas }, block] = params
    const { args } = decodeFunctionData({ abi, data })
    const [calls] = args as readonly [readonly { readonly value: bigint; readonly data: Hex }[]]
    expect(block).to.equal("pending")
    expect(BigInt(gas) <= maxTransactionGas).to.equal(true)
    requests.push(calls.length)
    if (refuses(calls)) return Promise.reject(new Error("sender doesn't have enough funds"))
    const gasUsed = calls.map(({ data: input }) => BigInt(input))
    return Promise.resolve(encodeFunctionResult({ abi, functionName: "tryAll", result: [gasUsed, []] }))
  }
  const context = { chain: { provider: { request } }, observer: {} }
  const batchSender = createBatchSender(context as never, to, { address: to } as never)
  return { requests, simulate: (call) => batchSender.simulate(call) }
}

const call = (id: number, { gas = 1_000_000n, value = 0n } = {}) =>
  ({ to, data: numberToHex(id, { size: 1 }), gas, value }) as const

describe("createBatchSender, simulating", () => {
  it("runs calls of one moment in one request, and gives each its own result", async () => {
    const { simulate, requests } = onChain()
    const results = await Promise.all([1, 2, 3].map((id) => simulate(call(id))))
    expect(results.map(({ gasUsed }) => gasUsed)).to.deep.equal([1n, 2n, 3n])
    expect(requests).to.deep.equal([3])
    await simulate(call(4))
    expect(requests).to.deep.equal([3, 1])
  })

  it("runs as many at once as a transaction has gas for", async () => {
    const { simulate, requests } = onChain()
    const results = await Promise.all([1, 2, 3, 4, 5].map((id) => simulate(call(id, { gas: 6_000_000n }))))
    expect(results.map(({ gasUsed }) => gasUsed)).to.deep.equal([1n, 2n, 3n, 4n, 5n])
    expect(requests).to.deep.equal([2, 2, 1])
  })

  it("runs each alone if the chain refuses them together, so that one harms only itself", async () => {
    const { simulate } = onChain((calls) => calls.some(({ value }) => value > 9n))
    const results = await Promise.all([call(1), call(2, { value: 10n }), call(3)].map(simulate))
    expect(results.map(({ success }) => success)).to.deep.equal([true, false, true])
  })
})
