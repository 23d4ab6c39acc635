import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeFunctionData, encodeErrorResult, type Hex } from "viem"

import { watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import type { GatewayWorkerContext } from "#src/devnet/gateway/actors/GatewayWorkerContext.js"
import { resolver } from "#src/devnet/gateway/actors/resolver.js"
import type { PayloadRecord } from "#src/devnet/gateway/ledger/types.js"
import type { ActorCall } from "#src/devnet/relay/callBatch.js"
import { createCostlyTurns } from "#src/devnet/relay/costlyCalls.js"
import type { BatchSender } from "#src/devnet/relay/createBatchSender.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const watcher = at(0x77)
const { abi } = watcherArtifact
const noAttempt = { outcome: "NO", attempts: 0 }

const payloadOf = (id: number, more: object = {}) =>
  ({
    payloadId: bytes32(id),
    callbackAttempt: noAttempt,
    callback: undefined,
    executed: undefined,
    ...more,
  }) as never as PayloadRecord

const idIn = ({ data }: ActorCall): number => {
  const { args } = decodeFunctionData({ abi, data })
  return Number(BigInt((args as readonly [Hex])[0]))
}

/** A resolver whose simulations and transactions revert as is said. */
function open({
  reverts = () => undefined,
  revertsSent = () => undefined,
}: Partial<Record<"reverts" | "revertsSent", (call: ActorCall) => Hex | undefined>> = {}) {
  const sent: (readonly ActorCall[])[] = []
  const notes: unknown[] = []
  const outcome = (revertData: Hex | undefined) => ({
    ...{ success: revertData === undefined, gasUsed: 100_000n, revertData: revertData ?? "0x" },
  })
  const batchSender: BatchSender = {
    simulate: (call) => Promise.resolve(outcome(reverts(call))),
    async send(calls) {
      await new Promise(setImmediate)
      sent.push(calls.map(({ call }) => call))
      const reverted = calls.flatMap(({ item, call }) => {
        const revertData = revertsSent(call)
        return revertData === undefined ? [] : [{ item, revertData }]
      })
      return reverted
    },
  }
  const clock = { now: () => 5_000 }
  const context = {
    chain: { slug: 9 },
    contracts: { watcher },
    ledger: { note: (id: Hex, note: object) => notes.push([Number(BigInt(id)), note]) },
    clock,
    turns: createCostlyTurns(clock),
    retries: { attempts: 2, delay: 500 },
  } as unknown as GatewayWorkerContext
  const handlers = resolver(context, batchSender)
  const perform = (stage: "simulateCallback" | "resolve", ...payloads: readonly PayloadRecord[]) =>
    handlers.find((handler) => handler.stage === stage)!.perform(payloads)
  return { perform, sent, notes: () => notes.splice(0) }
}

describe("the gateway's resolver", () => {
  it("brings each payload's result to its callback, with the gas that the simulation found, and a margin", async () => {
    const { perform, sent, notes } = open()
    const first = payloadOf(1, {
      callback: { selector: "0x12345678", data: "0xaa" },
      executed: { returnData: "0xbb", gasUsed: 7n },
    })
    const second = payloadOf(2)
    await perform("simulateCallback", first, second)
    expect(
      (notes() as [number, { callbackAttempt: { outcome: string } }][]).map(([id, { callbackAttempt }]) => [
        id,
        callbackAttempt.outcome,
      ]),
    ).to.deep.equal([...[1, 2].map((id) => [id, "SIMULATION_SUCCESS"])])
    await perform("resolve", second, first)
    const calls = sent.flat().map(({ to, data, gas }) => [to, gas, ...decodeFunctionData({ abi, data }).args])
    const measured = (100_000n * 3n) / 2n + 60_000n
    expect(sent.map(({ length }) => length)).to.deep.equal([2])
    expect(calls).to.deep.equal([
      [watcher, measured, bytes32(2), "0x00000000", "0x", "0x", 0n],
      [watcher, measured, bytes32(1), "0x12345678", "0xaa", "0xbb", 7n],
    ])
    expect(notes()).to.deep.equal([])
  })

  it("tries alone, with all the gas of a transaction, what reverts although its simulation did not", async () => {
    let times = 0
    const { perform, sent, notes } = open({
      revertsSent: (call) => (idIn(call) === 2 || (idIn(call) === 3 && (times += 1) === 1) ? "0xbad0" : undefined),
    })
    const payloads = [1, 2, 3].map((id) => payloadOf(id))
    await perform("simulateCallback", ...payloads)
    notes()
    await perform("resolve", ...payloads)
    expect(sent.filter(({ length }) => length > 0).map((calls) => calls.map(idIn))).to.deep.equal([[1, 2, 3], [2], [3]])
    const [together, alone] = sent.filter(({ length }) => length > 0) as [readonly ActorCall[], readonly ActorCall[]]
    expect(alone[0]!.gas > 10n * together[1]!.gas).to.equal(true)
    const failures = notes() as [number, { callbackAttempt: { revertData: Hex; attempts: number } }][]
    expect(
      failures.map(([id, { callbackAttempt }]) => [id, callbackAttempt.revertData, callbackAttempt.attempts]),
    ).to.deep.equal([[2, "0xbad0", 1]])
    // What was measured once is worth nothing for the next time.
    await perform("resolve", payloads[0]!)
    expect(sent.at(-1)![0]!.gas).to.equal(alone[0]!.gas)
  })

  it("notes what reverts, but lets a schedule be reached again that the chain was set back before", async () => {
    const early = encodeErrorResult({ abi, errorName: "TimeoutNotDue", args: [bytes32(2), 60n] })
    const { perform, notes } = open({ reverts: (call) => (idIn(call) === 2 ? early : "0xbad0") })
    await perform("simulateCallback", payloadOf(1, { callbackAttempt: { outcome: "NO", attempts: 1 } }), payloadOf(2))
    const [first, second] = (notes() as [number, { callbackAttempt?: { attempts: number } }][]).sort(
      ([one], [other]) => one - other,
    )
    expect(first![1].callbackAttempt).to.include({ attempts: 2, revertData: "0xbad0" })
    expect(Object.keys(second![1])).to.deep.equal(["executionAttempt", "read"])
  })
})
