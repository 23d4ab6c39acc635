import { expect } from "chai"
import { describe, it } from "mocha"
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  numberToHex,
  parseAbiParameters,
} from "viem"

import { actorBatcherArtifact } from "#src/devnet/artifacts/operators.js"
import { maxTransactionGas } from "#src/devnet/chain/hardfork.js"
import { type ActorCall, type CallOutcome, textRevert } from "#src/devnet/relay/callBatch.js"
import { createBatchSender } from "#src/devnet/relay/createBatchSender.js"

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
    const { simulate, requests } = onChain((calls) => calls.some(({ value }) => value > 9n))
    const refused = call(2, { value: 10n })
    const passed = (gasUsed: bigint) => ({ success: true, gasUsed, revertData: "0x" })
    const noFunds = { success: false, gasUsed: 0n, revertData: textRevert("sender doesn't have enough funds") }
    const all = async (...calls: readonly ActorCall[]) => {
      const results = await Promise.all(calls.map(simulate))
      return [results, requests.splice(0)]
    }
    expect(await all(call(1), refused, call(3))).to.deep.equal([
      [passed(1n), noFunds, passed(3n)],
      [3, 1, 1, 1],
    ])
    expect(await all(refused, call(4))).to.deep.equal([
      [noFunds, passed(4n)],
      [2, 1, 1],
    ])
    expect(await all(refused)).to.deep.equal([[noFunds], [1]])
  })
})

describe("createBatchSender, sending", () => {
  /** A batch sender whose transactions are mined when the test says so, and what was done. */
  function open(reading: () => Promise<void> = () => Promise.resolve()) {
    const done: string[] = []
    const mined: (() => Promise<void>)[] = []
    const reverting = new Set<number>()
    let blocks = 0
    const send = async ({ data }: { data: Hex }) => {
      const [calls] = decodeFunctionData({ abi, data }).args as readonly [readonly { readonly data: Hex }[]]
      const ids = calls.map(({ data: input }) => Number(input))
      done.push(`sent ${ids.join(" ")}`)
      const { promise, resolve } = Promise.withResolvers<undefined>()
      const blockHash = `0x${(blocks += 1)}`
      mined.push(async () => {
        resolve(undefined)
        await new Promise(setImmediate)
      })
      await promise
      const logs = ids.flatMap((id, index) =>
        reverting.has(id) ? [revertedLog(index, numberToHex(id, { size: 1 }))] : [],
      )
      return { logs, blockHash }
    }
    const sync = (hash: Hex) => {
      done.push(`read ${hash}`)
      return reading()
    }
    const batchSender = createBatchSender({ chain: {}, observer: { sync } } as never, to, {
      address: to,
      send,
    } as never)
    const sending = (...ids: readonly number[]) =>
      batchSender.send(ids.map((id) => ({ item: id, call: call(id, { gas: 3_000_000n }) })))
    return { sending, reverting, mine: () => mined.shift()?.(), taken: () => done.splice(0) }
  }

  function revertedLog(index: number, revertData: Hex) {
    return {
      address: to,
      topics: encodeEventTopics({ abi, eventName: "CallReverted" }),
      data: encodeAbiParameters(parseAbiParameters("uint256, bytes"), [BigInt(index), revertData]),
      ...{ blockNumber: "0x1", logIndex: "0x0", transactionIndex: "0x0" },
    }
  }

  it("has one transaction under way, in which the calls of all go that came before it, and reads its block", async () => {
    const { sending, mine, taken } = open()
    const first = sending(1, 2)
    const [second, third] = [sending(3), sending(4)]
    expect(taken()).to.deep.equal(["sent 1 2"])
    await mine()
    expect(taken()).to.deep.equal(["read 0x1", "sent 3 4"])
    const fourth = sending(5, 6, 7, 8, 9, 10)
    await mine()
    expect(taken()).to.deep.equal(["read 0x2", "sent 5 6 7 8 9"])
    await mine()
    await mine()
    expect(taken()).to.deep.equal(["read 0x3", "sent 10", "read 0x4"])
    expect(await Promise.all([first, second, third, fourth])).to.deep.equal([[], [], [], []])
    const late = sending(11)
    await mine()
    expect([await late, taken()]).to.deep.equal([[], ["sent 11", "read 0x5"]])
    expect(await sending(), "of nothing").to.deep.equal([])
    expect(taken()).to.deep.equal([])
  })

  it("answers, and sends what came meanwhile, only once the block is read, even where another one failed", async () => {
    const { promise: isRead, resolve: read } = Promise.withResolvers<undefined>()
    const { sending, mine, taken } = open(() => isRead)
    const answered: string[] = []
    void sending(1).then(() => answered.push("first"))
    const second = sending(2)
    await mine()
    expect([taken(), answered]).to.deep.equal([["sent 1", "read 0x1"], []])
    read(undefined)
    await new Promise(setImmediate)
    expect([taken(), answered]).to.deep.equal([["sent 2"], ["first"]])
    await mine()
    expect(await second).to.deep.equal([])
    const failing = open(() => Promise.reject(new Error("the node is gone")))
    const sent = Promise.allSettled([3, 4].map((id) => failing.sending(id)))
    await failing.mine()
    await failing.mine()
    expect((await sent).map(({ status }) => status)).to.deep.equal(["rejected", "rejected"])
    const last = Promise.allSettled([failing.sending(5)])
    await failing.mine()
    expect((await last).map(({ status }) => status)).to.deep.equal(["rejected"])
    expect(failing.taken()).to.deep.equal([3, 4, 5].flatMap((id, index) => [`sent ${id}`, `read 0x${index + 1}`]))
  })

  it("says which calls reverted, and with what, whoever made the others of the transaction", async () => {
    const { sending, reverting, mine } = open()
    const blocking = sending(1)
    for (const id of [1, 3, 6]) reverting.add(id)
    const [second, third] = [sending(2, 3), sending(4, 5, 6)]
    await mine()
    await mine()
    expect(await Promise.all([blocking, second, third])).to.deep.equal([
      [{ item: 1, revertData: "0x01" }],
      [{ item: 3, revertData: "0x03" }],
      [{ item: 6, revertData: "0x06" }],
    ])
  })
})
