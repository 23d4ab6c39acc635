import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, type Hex, zeroAddress } from "viem"

import { watcherArtifact } from "../../../../src/devnet/artifacts/Watcher.js"
import type { GatewayWorkerContext } from "../../../../src/devnet/gateway/actors/types.js"
import { watcher } from "../../../../src/devnet/gateway/actors/watcher.js"
import type { PayloadRecord } from "../../../../src/devnet/index.js"
import type { ActorCall } from "../../../../src/devnet/relay/callBatch.js"
import type { BatchSender, CallFor } from "../../../../src/devnet/relay/createBatchSender.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"

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

  it("notes nothing where all pass", async () => {
    expect((await finalize([0, 1], {})).noted).to.deep.equal([])
  })
})

const { abi } = watcherArtifact
