import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeErrorResult, decodeFunctionData, type Hex, parseAbi } from "viem"

import { gatewaySocketArtifact } from "#src/devnet/artifacts/gateway.js"
import type { ServedWorkerContext } from "#src/devnet/gateway/actors/GatewayWorkerContext.js"
import { transmitter } from "#src/devnet/gateway/actors/transmitter.js"
import type { PayloadRecord } from "#src/devnet/gateway/ledger/types.js"
import type { ActorCall } from "#src/devnet/relay/callBatch.js"
import type { BatchSender } from "#src/devnet/relay/createBatchSender.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const socket = at(0x55)
const { abi } = gatewaySocketArtifact
/** The most gas that a payload may ask for. */
const mostGas = 14_000_000n

type Options = Partial<PayloadRecord["options"]>

/** A payload whose target and data have its number. */
const payloadOf = (id: number, callType: "READ" | "WRITE", options: Options = {}, attempts = 0) =>
  ({
    ...{ payloadId: bytes32(id), callType, appGateway: at(0xa9), target: at(id), callData: `0x${id}${id}` },
    options: { gasLimit: 63_000n, readAtBlockNumber: 0n, value: 0n, ...options },
    executionAttempt: { outcome: "NO", attempts },
    finalized: id === 4 ? undefined : { proof: "0xaaaa" },
  }) as never as PayloadRecord

const idIn = ({ data }: ActorCall): number => {
  const { args } = decodeFunctionData({ abi, data })
  return Number(BigInt((args as readonly [{ payloadId: Hex }])[0].payloadId))
}

/** A transmitter on a chain whose newest block is 100, and what was asked, sent and noted. */
function open({
  reverts = () => undefined,
  gasUsed = 0n,
  fails = () => undefined,
}: {
  /** What the call of a payload reverts with. */
  readonly reverts?: (id: number) => Hex | undefined
  readonly gasUsed?: bigint
  /** What a read fails with. */
  readonly fails?: (target: Hex) => Error | undefined
} = {}) {
  const [asked, sent, notes]: [unknown[], (readonly ActorCall[])[], unknown[]] = [[], [], []]
  let [stateRoot, looks] = ["0x1", 0]
  const batchSender: BatchSender = {
    simulate(call) {
      const revertData = reverts(idIn(call))
      return Promise.resolve({ success: revertData === undefined, gasUsed, revertData: revertData ?? "0x" })
    },
    send(calls) {
      sent.push(calls.map(({ call }) => call))
      return Promise.resolve(
        calls.flatMap(({ item, call }) => {
          const revertData = reverts(idIn(call))
          return revertData === undefined ? [] : [{ item, revertData }]
        }),
      )
    },
  }
  const request = ({ method, params }: { method: string; params?: readonly [{ to: Hex }, string] }) => {
    if (method === "eth_getBlockByNumber") {
      looks += 1
      return Promise.resolve({ parentHash: "0xf", stateRoot, timestamp: "0x1" })
    }
    asked.push(params ?? method)
    if (params === undefined) return Promise.resolve("0x64")
    const error = fails(params[0].to)
    return error === undefined ? Promise.resolve(`0xbeef${asked.length}`) : Promise.reject(error)
  }
  const context = {
    chain: { slug: 9, provider: { request }, setBacks: () => 0 },
    contracts: { gatewaySocket: socket },
    ledger: { note: (id: Hex, note: object) => notes.push([Number(BigInt(id)), note]) },
    clock: { now: () => 5_000 },
    retries: { attempts: 3, delay: 500 },
  } as unknown as ServedWorkerContext
  const handlers = transmitter(context, batchSender)
  return {
    ...{ asked: () => asked.splice(0), sent, notes: () => notes.splice(0) },
    looks: () => looks,
    change: () => void (stateRoot = "0x2"),
    perform: (stage: "simulatePayload" | "executePayload", ...payloads: readonly PayloadRecord[]) =>
      handlers.find((handler) => handler.stage === stage && handler.chainSlug === 9)!.perform(payloads),
  }
}

const passed = (id: number, attempts = 0) => [
  ...[id, { executionAttempt: { outcome: "SIMULATION_SUCCESS", attempts, revertData: undefined, retryAt: undefined } }],
]
/** The third attempt is the last. */
const failed = (id: number, revertData: Hex, attempts: number) => {
  const retryAt = attempts === 3 ? undefined : 5_500
  return [id, { executionAttempt: { outcome: "SIMULATION_FAILED", attempts, revertData, retryAt } }]
}
/** How a payload is read. */
const readOf = (id: number, block = "latest") => [
  { from: socket, to: at(id), data: `0x${id}${id}`, gas: `0x${mostGas.toString(16)}` },
  block,
]

describe("the gateway's transmitter", () => {
  it("simulates reads at their blocks, once these are mined, and writes whatever block they name", async () => {
    const { perform, asked, notes } = open()
    await perform("simulatePayload", payloadOf(1, "READ"), payloadOf(2, "WRITE", {}, 2))
    expect(asked(), "no block number where no read names one").to.deep.equal([readOf(1)])
    expect(notes()).to.deep.equal([passed(1), passed(2, 2)])
    const reads = [99n, 100n, 101n].map((readAtBlockNumber, index) =>
      payloadOf(index + 3, "READ", { readAtBlockNumber }),
    )
    await perform("simulatePayload", ...reads, payloadOf(1, "READ"), payloadOf(2, "WRITE", { readAtBlockNumber: 101n }))
    expect(asked()).to.deep.equal(["eth_blockNumber", readOf(3, "0x63"), readOf(4, "0x64")])
    expect(notes()).to.deep.equal([passed(3), passed(4), passed(1), passed(2)])
  })

  it("reads once while the chain is the same, and anew when it is another", async () => {
    const { perform, asked, notes, change, looks } = open()
    const read = payloadOf(1, "READ")
    await perform("simulatePayload", read)
    await perform("executePayload", read)
    const result = (returnData: string) => [1, { read: { txHash: undefined, returnData, gasUsed: 0n } }]
    expect([asked(), notes()]).to.deep.equal([[readOf(1)], [passed(1), result("0xbeef1")]])
    // Another block, other data and another target are other reads.
    const others = [
      payloadOf(1, "READ", { readAtBlockNumber: 7n }),
      { ...read, callData: "0x99" } as const,
      { ...read, target: at(2) },
    ]
    await perform("executePayload", ...others, read)
    expect(asked()).to.have.length(3)
    expect(notes().at(-1)).to.deep.equal(result("0xbeef1"))
    change()
    await perform("executePayload", read)
    expect(asked()).to.deep.equal([readOf(1)])
    const before = looks()
    await perform("executePayload")
    expect([asked(), looks()], "where there is nothing to read").to.deep.equal([[], before])
  })

  it("notes what each reverts with: of a read a kilobyte at most, and of what gave no reason that it used up its gas", async () => {
    const long: Hex = `0x${"ab".repeat(1_025)}`
    const fails = (target: Hex) =>
      target === at(1) ? Object.assign(new Error("no"), { data: { data: long } }) : undefined
    const reverts = (id: number): Hex | undefined => (id === 3 ? "0x" : id === 4 ? "0xdd" : undefined)
    const { perform, notes } = open({ fails, reverts, gasUsed: 62_016n })
    const payloads = [
      ...[payloadOf(1, "READ", {}, 1), payloadOf(2, "READ"), payloadOf(3, "WRITE"), payloadOf(4, "WRITE", {}, 2)],
      payloadOf(5, "WRITE"),
    ]
    await perform("simulatePayload", ...payloads)
    const [first, second, third, ...others] = notes() as [
      unknown,
      unknown,
      [number, { executionAttempt: { revertData: Hex } }],
    ]
    expect([first, second]).to.deep.equal([failed(1, `0x${"ab".repeat(1_024)}`, 2), passed(2)])
    const said = decodeErrorResult({
      abi: parseAbi(["error Error(string)"]),
      data: third[1].executionAttempt.revertData,
    })
    expect([third[0], said.args[0]]).to.satisfy(
      ([id, text]: [number, string]) => id === 3 && text.includes(" 63000 gas"),
    )
    expect(others).to.deep.equal([failed(4, "0xdd", 3), passed(5)])
    await perform("executePayload", ...payloads)
    expect(new Set(notes().map((note) => (note as [number])[0]))).to.deep.equal(new Set([1, 2, 3, 4]))
  })

  it("sends writes with the gas that they ask for, and the socket's, and none that asks for too much", async () => {
    const { perform, sent, notes } = open()
    const most = payloadOf(1, "WRITE", { gasLimit: mostGas, value: 7n })
    await perform("simulatePayload", most, payloadOf(2, "WRITE", { gasLimit: mostGas + 1n }))
    const outcomes = notes() as [number, { executionAttempt: { outcome: string } }][]
    expect(outcomes.map(([id, { executionAttempt }]) => [id, executionAttempt.outcome])).to.deep.equal([
      [1, "SIMULATION_SUCCESS"],
      [2, "SIMULATION_FAILED"],
    ])
    const long = { ...payloadOf(3, "WRITE"), callData: `0x${"cc".repeat(1_000)}` } as const
    await perform("executePayload", most, long, payloadOf(4, "WRITE"), payloadOf(5, "READ"))
    const [calls] = sent
    expect(calls!.map(({ to, gas, value }) => [to, gas, value])).to.deep.equal([
      [socket, 220_000n + (mostGas * 64n) / 63n + 40n, 7n],
      [socket, 220_000n + 64_000n + 20n * 1_001n, 0n],
      [socket, 220_000n + 64_000n + 40n, 0n],
    ])
    const { functionName, args } = decodeFunctionData({ abi, data: calls![0]!.data })
    const { payloadId, appGateway, target, callData } = most
    const params = { payloadId, appGateway, target, callData, value: 7n, gasLimit: mostGas }
    expect([functionName, args]).to.deep.equal(["execute", [params, "0xaaaa"]])
    expect((decodeFunctionData({ abi, data: calls![2]!.data }).args as readonly unknown[])[1]).to.equal("0x")
  })
})
