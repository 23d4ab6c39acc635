import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeFunctionData, encodeFunctionResult, type Hex } from "viem"

import { batcherArtifact } from "#src/devnet/artifacts/operators.js"
import { maxTransactionGas } from "#src/devnet/chain/hardfork.js"
import { readAllowed, stateOf } from "#src/devnet/messaging/actors/readAllowed.js"
import type { Proposal } from "#src/devnet/messaging/facts.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const { abi } = batcherArtifact
const proposal = (id: number, count: bigint) =>
  ({ switchboard: at(id), proposalCount: count, root: bytes32(id) }) as unknown as Proposal
const record = (id: number, ...proposals: readonly Proposal[]) =>
  ({ outbound: { packetId: bytes32(1_000 + id) }, proposals }) as unknown as MessageRecord

/** Reads what is allowed of messages where the batcher answers so, and what it was asked. */
async function read(records: readonly MessageRecord[], isAllowed: (packet: number, count: bigint) => boolean) {
  const asked: (readonly [packet: number, count: bigint, switchboard: string, root: number])[][] = []
  const calls: unknown[] = []
  const request = ({ method, params }: { method: string; params: readonly [{ data: Hex }, string] }) => {
    const [{ data, ...call }, block] = params
    calls.push([method, call, block])
    const { args } = decodeFunctionData({ abi, data })
    const queries = args[0] as readonly { packetId: Hex; proposalCount: bigint; switchboard: string; root: Hex }[]
    asked.push(
      queries.map(({ packetId, proposalCount, switchboard, root }) => {
        return [Number(packetId) - 1_000, proposalCount, switchboard.toLowerCase(), Number(root)] as const
      }),
    )
    const result = queries.map((query) => isAllowed(Number(query.packetId) - 1_000, query.proposalCount))
    return Promise.resolve(encodeFunctionResult({ abi, functionName: "areAllowed", result }))
  }
  const context = { chain: { provider: { request } }, contracts: { batcher: at(0xba) } }
  const allowed = await readAllowed(context as never, records)
  return { allowed, asked, calls }
}

describe("what switchboards allow", () => {
  it("is asked of each proposal's own switchboard, in a pending block, and the first that is allowed counts", async () => {
    const [first, second, third] = [
      record(1, proposal(1, 0n), proposal(2, 1n), proposal(3, 2n)),
      record(2, proposal(4, 0n)),
      record(3),
    ] as const
    const { allowed, asked, calls } = await read([first, second, third], (packet, count) => packet === 1 && count > 0n)
    expect([...allowed]).to.deep.equal([[first, first.proposals[1]]])
    expect(asked).to.deep.equal([
      [
        [1, 0n, at(1).toLowerCase(), 1],
        [1, 1n, at(2).toLowerCase(), 2],
        [1, 2n, at(3).toLowerCase(), 3],
        [2, 0n, at(4).toLowerCase(), 4],
      ],
    ])
    const gas = `0x${maxTransactionGas.toString(16)}`
    expect(calls).to.deep.equal([["eth_call", { to: at(0xba), gas }, "pending"]])
  })

  it("is asked of fifty proposals at a time, and of none where there are none", async () => {
    const records = Array.from({ length: 101 }, (_, id) => record(id, proposal(id + 1, 0n)))
    const { allowed, asked } = await read(records, (packet) => packet % 50 === 0)
    expect(asked.map(({ length }) => length)).to.deep.equal([50, 50, 1])
    expect([...allowed.keys()]).to.deep.equal([records[0], records[50], records[100]])
    expect((await read([record(1)], () => true)).asked).to.deep.equal([])
  })

  it("stays the same while a chain mines nothing and is not set back", () => {
    const chain = (hash: Hex | undefined, setBacks: number) =>
      stateOf({ announced: () => (hash === undefined ? undefined : { hash }), setBacks: () => setBacks } as never)
    expect([chain("0x01", 2), chain("0x01", 3), chain("0x02", 2), chain(undefined, 0)]).to.deep.equal([
      ...["0x01 2", "0x01 3", "0x02 2", " 0"],
    ])
  })
})
