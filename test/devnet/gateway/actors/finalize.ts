import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, type Hex, zeroAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import { payloadDigest } from "#src/devnet/gateway/actors/executeParams.js"
import type { GatewayWorkerContext } from "#src/devnet/gateway/actors/GatewayWorkerContext.js"
import { watcher } from "#src/devnet/gateway/actors/watcher.js"
import type { PayloadRecord } from "#src/devnet/index.js"
import type { ActorCall } from "#src/devnet/relay/callBatch.js"
import type { BatchSender, CallFor } from "#src/devnet/relay/createBatchSender.js"
import { failed, payloadRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const contract: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const retries = { attempts: 9, delay: 500 }

describe("the gateway's watcher", () => {
  /** Has the watcher finalize payloads that failed so often before. The chain refuses some in a simulation, and some for good. */
  async function finalize(
    attempts: readonly number[],
    { refused = [], reverting = [] }: { refused?: readonly number[]; reverting?: readonly number[] },
  ) {
    const payloads = attempts.map((count, id) => {
      const executionAttempt = { outcome: "NONE", attempts: count }
      const options = { value: 0n, gasLimit: 1n }
      const call = { appGateway: contract, target: zeroAddress, callData: "0x", options }
      return { payloadId: bytes32(id), chainSlug: 7, callType: "WRITE", ...call, executionAttempt }
    })
    const idOf = ({ data }: ActorCall): number => Number(decodeFunctionData({ abi, data }).args[0])
    const [simulated, sent, noted]: [number[], number[], [number, number, Hex][]] = [[], [], []]
    const batchSender = {
      simulate(call: ActorCall) {
        simulated.push(idOf(call))
        return Promise.resolve({ success: !refused.includes(idOf(call)), gasUsed: 1n, revertData: "0xaa" })
      },
      send(calls: readonly CallFor<unknown>[]) {
        sent.push(...calls.map(({ call }) => idOf(call)))
        const reverted = calls.filter(({ call }) => reverting.includes(idOf(call)))
        return Promise.resolve(reverted.map(({ item }) => ({ item, revertData: "0xbb" })))
      },
    } as unknown as BatchSender
    type Note = { finalizationAttempt: { attempts: number; revertData: Hex } }
    const ledger = {
      note(id: Hex, { finalizationAttempt: { attempts: count, revertData } }: Note) {
        noted.push([Number(id), count, revertData])
      },
    }
    const context = { chain: { slug: 1 }, contracts: { watcher: contract }, ledger, clock: { now: () => 0 }, retries }
    const account = { signMessage: () => Promise.resolve("0x12") }
    const actors = { account, sockets: new Map([[7, contract]]) } as never
    const handlers = watcher(context as unknown as GatewayWorkerContext, batchSender, actors)
    const handler = handlers.find(({ stage }) => stage === "finalize")
    await handler!.perform(payloads as unknown as readonly PayloadRecord[])
    return { simulated, sent, noted }
  }

  it("sends what passes and nothing else, and notes each refusal of the payload that it is about", async () => {
    const { simulated, sent, noted } = await finalize([0, 3, 0, 5, 1], { refused: [1, 3], reverting: [2] })
    expect(simulated, "only what failed before").to.deep.equal([1, 3, 4])
    expect(sent).to.deep.equal([0, 2, 4])
    expect(noted).to.deep.equal([
      [1, 4, "0xaa"],
      [3, 6, "0xaa"],
      [2, 1, "0xbb"],
    ])
  })

  it("accepts each payload, and signs what it finalizes: the digest of all that it is", async () => {
    const { perform, sent, notes } = open()
    const payloads = [1, 2].map((id) => payloadRecord({ payloadId: bytes32(id), chainSlug: 7, callData: `0x0${id}` }))
    await perform("accept", payloads)
    expect(notes).to.deep.equal([1, 2].map((id) => [id, { accepted: true }]))
    await perform("finalize", payloads)
    const proofs = await Promise.all(
      payloads.map((payload) =>
        signer.signMessage({ message: { raw: payloadDigest(payload, new Map([[7, contract]])) } }),
      ),
    )
    expect(sent).to.deep.equal([1, 2].map((id) => [contract, 110_000n, "finalize", bytes32(id), proofs[id - 1]]))
  })

  it("marks what is given up with what it reverted with last, at its execution or at its callback", async () => {
    const { perform, sent } = open()
    const executed = { txHash: bytes32(9), returnData: "0x", gasUsed: 1n } as const
    const both = { executionAttempt: failed("0xe0"), callbackAttempt: failed("0xca") }
    await perform("markRevert", [
      payloadRecord({ ...both, payloadId: bytes32(1) }),
      payloadRecord({ ...both, payloadId: bytes32(2), executed }),
      payloadRecord({ payloadId: bytes32(3) }),
      payloadRecord({ payloadId: bytes32(4), executed }),
    ])
    const markedAs = (id: number, ...args: readonly [isOnchain: boolean, revertData: Hex]) => [
      ...[contract, 3_875_000n, "markRevert", bytes32(id), ...args],
    ]
    expect(sent).to.deep.equal([
      ...[markedAs(1, true, "0xe0"), markedAs(2, false, "0xca"), markedAs(3, true, "0x"), markedAs(4, false, "0x")],
    ])
    const refusing = open("0xbad0")
    const error = await refusing.perform("markRevert", [payloadRecord()]).catch((reason: unknown) => reason)
    expect(String(error)).to.contain("0xbad0")
    await refusing.perform("markRevert", [])
  })

  it("notes nothing where all pass", async () => {
    expect((await finalize([0, 1], {})).noted).to.deep.equal([])
  })
})

/** A watcher whose transactions all revert or none, and what it sent and noted. */
function open(revertData?: Hex) {
  const [sent, notes]: [unknown[], unknown[]] = [[], []]
  const send = (calls: readonly CallFor<unknown>[]) => {
    for (const { call } of calls) {
      const { functionName, args } = decodeFunctionData({ abi, data: call.data })
      sent.push([call.to, call.gas, functionName, ...args])
    }
    return Promise.resolve(revertData === undefined ? [] : calls.map(({ item }) => ({ item, revertData })))
  }
  const ledger = { note: (id: Hex, note: object) => notes.push([Number(id), note]) }
  const context = { chain: { slug: 1 }, contracts: { watcher: contract }, ledger, clock: { now: () => 0 }, retries }
  const actors = { account: signer, sockets: new Map([[7, contract]]) }
  const handlers = watcher(context as unknown as GatewayWorkerContext, { send } as unknown as BatchSender, actors)
  const perform = async (stage: "accept" | "finalize" | "markRevert", payloads: readonly PayloadRecord[]) =>
    handlers.find((handler) => handler.stage === stage && handler.chainSlug === 1)!.perform(payloads)
  return { perform, sent, notes }
}

const { abi } = watcherArtifact
const signer = privateKeyToAccount(bytes32(5))
