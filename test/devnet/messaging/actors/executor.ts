import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"
import { decodeFunctionData } from "viem/utils"

import { executor } from "#src/devnet/messaging/actors/executor.js"
import type { ExecutionGas } from "#src/devnet/messaging/actors/MessagingWorkerContext.js"
import type { ExecutionNote, MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import type { ActorCall } from "#src/devnet/relay/callBatch.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import {
  actorsOnPaper,
  now,
  places,
  proposalOf,
  recordOf,
  scribe,
} from "#test/fixtures/worlds/messaging/actorsOnPaper.js"

type Given = NonNullable<Parameters<typeof actorsOnPaper>[0]>

/** What the executor does in a stage. */
async function perform(
  stage: "verify" | "simulate" | "execute",
  records: readonly MessageRecord[],
  { executionGas, ...given }: Given & { readonly executionGas?: ExecutionGas } = {},
) {
  const { context, sender, ...done } = actorsOnPaper(given)
  const handlers = executor({ ...context, executionGas }, scribe(0xe1), sender)
  await handlers.find((handler) => handler.stage === stage)!.perform(records)
  return done
}

/** The message that a call executes. */
const idIn = ({ data }: ActorCall): number => {
  const { args } = decodeFunctionData({ abi: socketAbi, data })
  return Number(BigInt((args as readonly [unknown, { msgId: Hex }])[1].msgId))
}
const idsIn = (batches: readonly (readonly ActorCall[])[]) => batches.map((calls) => calls.map(idIn))
const held = { times: 1, retryAt: 0 }
const verified: ExecutionNote = { stage: "verified", proposalCount: 0n, attempts: 0 }
const stranger = { siblingPlug: places.plug, inboundSwitchboard: places.switchboard }

describe("the executor of messages", () => {
  it("verifies what the watcher has just been allowed, and asks for all others that are connected to their sender", async () => {
    const attested = (allowedIn?: string): ExecutionNote => ({
      ...{ stage: "attested", proposalCount: 0n, attempts: 0, ...(allowedIn === undefined ? {} : { allowedIn }) },
    })
    const records = [
      recordOf(1, { note: attested("0xhead 3"), proposals: [proposalOf(1, 4n)] }),
      recordOf(2, { note: attested("0xhead 2"), proposals: [proposalOf(2, 0n), proposalOf(2, 1n)] }),
      recordOf(3, { note: attested() }),
      recordOf(4, { note: attested("0xhead 3"), connection: stranger }),
      recordOf(5, { note: attested(), connection: undefined }),
      recordOf(6, {
        note: attested(),
        status: "PROPOSED",
        proposals: [proposalOf(6, 0n, places.optimisticSwitchboard)],
      }),
      recordOf(7, { note: attested(), proposals: [proposalOf(7, 0n, places.foreign)] }),
      recordOf(8, {
        note: attested(),
        status: "ATTESTED",
        proposals: [proposalOf(8, 0n, places.optimisticSwitchboard)],
      }),
    ]
    const allows: Given["allows"] = ({ root, proposalCount }) => root === bytes32(1_002) && proposalCount === 1n
    expect((await perform("verify", records, { allows })).events).to.deep.equal([
      [4, "OTHER_SIBLING", undefined],
      [5, "OTHER_SIBLING", undefined],
      ["asked", 2, 2, 3, 6, 7, 8],
      [3, "NOT_ALLOWED", { isExpected: false }],
      [6, "NOT_ALLOWED", { isExpected: true }],
      [7, "NOT_ALLOWED_BY_FOREIGN", { isExpected: false }],
      [8, "NOT_ALLOWED", { isExpected: false }],
      [1, { ...verified, proposalCount: 4n }],
      [2, { ...verified, proposalCount: 1n }],
    ])
  })

  it("asks for fifty switchboards at once", async () => {
    const records = Array.from({ length: 51 }, (_, index) => recordOf(index + 1))
    const { events } = await perform("verify", records)
    expect((events as unknown[][]).filter(([what]) => what === "asked").map(({ length }) => length - 1)).to.deep.equal([
      50, 1,
    ])
    expect(events).to.have.length(2 + 51)
  })

  it("simulates together what needs little gas, and the rest one after the other", async () => {
    // 500,000 gas, of which the socket needs 220,000 and two bytes and their prefix 180.
    const most = recordOf(2, { note: verified, outbound: { minMsgGasLimit: 271_144n } })
    const more = recordOf(3, { note: verified, outbound: { minMsgGasLimit: 271_145n } })
    const own = recordOf(4, {
      note: verified,
      proposals: [proposalOf(4, 2n, places.foreign)],
      outbound: { minMsgGasLimit: 0n, executionParams: `0x01${"7".padStart(62, "0")}` },
    })
    const untyped = recordOf(1, { note: verified, outbound: { executionParams: bytes32(7) } })
    const { simulated, events } = await perform("simulate", [untyped, most, more, own])
    expect(idsIn(simulated)).to.deep.equal([[1, 2, 4], [3]])
    const [[first, second, fourth]] = simulated as [[ActorCall, ActorCall, ActorCall]]
    expect([first, second, fourth].map(({ to, gas, value }) => [to, gas, value])).to.deep.equal([
      [places.socket, 220_000n + 103_199n + 180n, 0n],
      [places.socket, 500_000n, 0n],
      [places.socket, 320_180n, 7n],
    ])
    const { args } = decodeFunctionData({ abi: socketAbi, data: fourth.data })
    const { packetId, messageId, executionParams } = own.outbound
    expect(args).to.deep.equal([
      {
        ...{ packetId, proposalCount: 2n, executionGasLimit: 0n, decapacitorProof: "0x" },
        signature: `0xe1${bytes32(1_004).slice(2)}`,
      },
      { msgId: messageId, executionFee: 70n, minMsgGasLimit: 0n, executionParams, payload: "0x1234" },
    ])
    const executing = (proposalCount: bigint) => ({ stage: "executing", proposalCount, attempts: 0 })
    expect(events).to.deep.equal([
      [1, executing(0n)],
      [2, executing(0n)],
      [4, executing(2n)],
      [3, executing(0n)],
    ])
  })

  it("delivers a value of any size where the parameters say that they are one, and none where they do not", async () => {
    const digits = (2n ** 240n + 7n).toString(16).padStart(62, "0")
    const records = (["0x01", "0x00"] as const).map((type, index) =>
      recordOf(index + 1, { note: verified, outbound: { executionParams: `${type}${digits}` } }),
    )
    const { simulated } = await perform("simulate", records)
    expect(simulated.map((calls) => calls.map(({ value }) => value))).to.deep.equal([[2n ** 240n + 7n, 0n]])
  })

  it("begins with the first proposal and no attempt where nothing is known of them", async () => {
    const { simulated, events } = await perform("simulate", [recordOf(1, { proposals: [] })])
    const [[call]] = simulated as [[ActorCall]]
    const { args } = decodeFunctionData({ abi: socketAbi, data: call.data })
    expect((args as readonly [{ proposalCount: bigint }, unknown])[0].proposalCount).to.equal(0n)
    expect(events).to.deep.equal([[1, { stage: "executing", proposalCount: 0n, attempts: 0 }]])
  })

  it("counts an attempt for each revert, and waits ten times as long as it took to find out", async () => {
    const reverting = (attempts: number): ExecutionNote => ({ ...verified, stage: "verified", attempts })
    const records = [1, 2, 3, 4].map((id) => recordOf(id, { note: reverting(id - 1) }))
    const reverts = (call: ActorCall): Hex | undefined => (idIn(call) === 4 ? undefined : `0x0${idIn(call)}`)
    const failed = (stage: string, id: number, rest: number, done: number) => [
      id,
      { stage, proposalCount: 0n, attempts: id, revertData: `0x0${id}`, retryAt: now + done + rest },
    ]
    const quick = await perform("simulate", records, { reverts, took: 196 })
    expect(quick.events).to.deep.equal([
      [4, { stage: "executing", proposalCount: 0n, attempts: 3 }],
      ["asked", 1, 2, 3],
      // A quarter of the batch each.
      ...[failed("reverting", 1, 500, 196), failed("reverting", 2, 500, 196), failed("failed", 3, 500, 196)],
    ])
    const slow = await perform("simulate", records.slice(0, 2), { reverts, took: 200 })
    expect(slow.events.slice(1)).to.deep.equal([failed("reverting", 1, 1_000, 200), failed("reverting", 2, 1_000, 200)])
    const forbidden = await perform("simulate", records.slice(0, 1), { reverts, allows: () => false })
    expect(forbidden.events.slice(1)).to.deep.equal([[1, "NOT_ALLOWED", { isExpected: false }]])
  })

  it("simulates each alone where the chain refuses all together, with the gas of a transaction", async () => {
    const records = [1, 2].map((id) => recordOf(id, { note: verified }))
    const reverts = (call: ActorCall): Hex | undefined => (idIn(call) === 1 ? "0xaa" : undefined)
    const { events, simulated } = await perform("simulate", records, { reverts, refusesBatches: true })
    expect(idsIn(simulated)).to.deep.equal([[1], [2]])
    const [[call]] = simulated as [[ActorCall]]
    expect(call.gas > 323_379n + 200_000n).to.equal(true)
    expect(events).to.deep.equal([
      [2, { stage: "executing", proposalCount: 0n, attempts: 0 }],
      ["asked", 1],
      [1, { stage: "reverting", proposalCount: 0n, attempts: 1, revertData: "0xaa", retryAt: now + 500 }],
    ])
  })

  it("executes what is allowed in as few transactions as there is gas for, and reads the block of each", async () => {
    const large = { outbound: { minMsgGasLimit: 9_000_000n } }
    const records = [
      ...[recordOf(1, { note: verified, ...large }), recordOf(2, { note: verified, hold: held })],
      ...[recordOf(3, { note: verified, ...large }), recordOf(4, { note: verified, hold: held })],
    ]
    const revertsMined = (call: ActorCall): Hex | undefined => (idIn(call) === 3 ? "0xbb" : undefined)
    const allows: Given["allows"] = ({ root }) => root !== bytes32(1_002)
    const { events, sent } = await perform("execute", records, { allows, revertsMined })
    expect(idsIn(sent)).to.deep.equal([[1], [3, 4]])
    expect(events).to.deep.equal([
      ["asked", 2, 4],
      [2, "NOT_ALLOWED", { isExpected: false }],
      ["sent", places.batcher, 1, true, 0n],
      ["read", 1],
      ["sent", places.batcher, 2, true, 0n],
      ["read", 2],
      ["asked", 3],
      [3, { stage: "reverting", proposalCount: 0n, attempts: 1, revertData: "0xbb", retryAt: now + 500 }],
    ])
  })

  it("gives an execution the gas that a fault wants", async () => {
    const asked: unknown[] = []
    const executionGas: ExecutionGas = (call, gas) => (asked.push({ ...call, gas }), Promise.resolve(77n))
    const { sent } = await perform("execute", [recordOf(1, { note: verified })], { executionGas })
    const [[call]] = sent as [[ActorCall]]
    const { to, data, value } = call
    expect(call.gas).to.equal(77n)
    expect(asked).to.deep.equal([{ chainSlug: 41_002, from: places.batcher, to, data, value, gas: 323_379n }])
  })
})
