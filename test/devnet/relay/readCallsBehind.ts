import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, keccak256 } from "viem"

import { batchTransaction } from "#src/devnet/relay/callBatch.js"
import { readCallsBehind } from "#src/devnet/relay/readCallsBehind.js"

const contract = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const batcher = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
const stranger = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"

type Frame = { type: string; to?: Address; input: Hex; error?: string; calls?: Frame[] }
/** A transaction, and what a trace says of it. Without a trace, nobody may ask for one. */
type Sent = { to: Address | null; input: Hex; trace?: Frame }

/** The data of a call of the contract: the id of what it is about, and what was done, in a byte each. */
const dataOf = (id: number, done: number): Hex => `0xca11${Buffer.of(id, done).toString("hex")}`
const decode = (data: Hex) =>
  data.startsWith("0xca11") ? { id: `0x${data.slice(6, 8)}` as const, done: Number(`0x${data.slice(8)}`) } : undefined
const batch = (...calls: readonly (readonly [to: Address, data: Hex])[]) =>
  batchTransaction(
    batcher,
    calls.map(([to, data]) => ({ to, data, gas: 50_000n })),
  ).data
const frame = (to: Address, input: Hex, more: Partial<Frame> = {}): Frame => ({ type: "CALL", to, input, ...more })

/** What is read of transactions, one a row, each of which has logged the ids beside it. */
async function read(...rows: readonly (readonly [sent: Sent | null, ids: readonly number[]])[]) {
  const hashes = rows.map((_, index) => keccak256(`0x0${index}`))
  const provider = {
    request: ({ method, params }: { method: string; params?: unknown }) => {
      const [hash] = params as [Hex]
      const sent = rows[hashes.indexOf(hash)]![0]
      if (method === "eth_getTransactionByHash") return Promise.resolve(sent)
      return sent?.trace === undefined ? Promise.reject(new Error(`${method} of ${hash}`)) : Promise.resolve(sent.trace)
    },
  } as unknown as Parameters<typeof readCallsBehind>[0]["provider"]
  const logs = rows.flatMap(([, ids], index) =>
    ids.map((id) => ({ id: `0x0${id}` as const, transactionHash: hashes[index]! })),
  )
  const calls = await readCallsBehind({ provider }, logs, { contract, batcher, decode })
  return Object.fromEntries([...calls].map(([id, { done }]) => [Number(id), done]))
}

describe("readCallsBehind", () => {
  it("reads each log's own call, whether it was sent alone or with others", async () => {
    const alone = { to: contract.toLowerCase() as Address, input: dataOf(1, 10) } as const
    const together = { to: batcher, input: batch([contract, dataOf(2, 20)], [contract, dataOf(3, 30)]) } as const
    expect(await read([alone, [1]], [together, [2, 3]])).to.deep.equal({ 1: 10, 2: 20, 3: 30 })
  })

  // The right call comes first in each, because the last one of an id counts.
  it("reads no call of another contract, although it is about the same", async () => {
    const mixed = { to: batcher, input: batch([contract, dataOf(1, 10)], [stranger, dataOf(1, 99)]) } as const
    expect(await read([mixed, [1]])).to.deep.equal({ 1: 10 })
    const through = frame(stranger, "0x", { calls: [frame(contract, dataOf(2, 20)), frame(stranger, dataOf(2, 99))] })
    expect(await read([{ to: stranger, input: dataOf(2, 99), trace: through }, [2]])).to.deep.equal({ 2: 20 })
    const imitated = { to: stranger, input: batch([contract, dataOf(3, 99)]) } as const
    const trace = frame(stranger, imitated.input, { calls: [frame(contract, dataOf(3, 30))] })
    expect(await read([{ ...imitated, trace }, [3]])).to.deep.equal({ 3: 30 })
  })

  it("asks for a trace where the data does not tell which call it was, and reads what was not undone", async () => {
    const input = batch([contract, dataOf(2, 20)], [contract, dataOf(1, 10)], [contract, dataOf(1, 99)])
    const trace = frame(batcher, input, {
      calls: [
        frame(contract, dataOf(2, 20)),
        frame(contract, dataOf(1, 10), { calls: [{ type: "DELEGATECALL", to: contract, input: dataOf(1, 97) }] }),
        frame(stranger, "0x", { error: "execution reverted", calls: [frame(contract, dataOf(1, 98))] }),
        frame(contract, dataOf(1, 99), { error: "execution reverted" }),
      ],
    })
    expect(await read([{ to: batcher, input, trace }, [1, 2]])).to.deep.equal({ 1: 10, 2: 20 })
    const created: Frame = { type: "CREATE", input: "0x60", calls: [frame(contract, dataOf(3, 30))] }
    expect(await read([{ to: null, input: "0x60", trace: created }, [3]])).to.deep.equal({ 3: 30 })
  })

  it("knows nothing of a transaction that the chain no longer has", async () => {
    const kept = { to: contract, input: dataOf(2, 20) } as const
    expect(await read([null, [1]], [kept, [2]])).to.deep.equal({ 2: 20 })
  })
})
