import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  type AbiEvent,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAbiItem,
  type Hex,
} from "viem"

import { asyncDeployerArtifact, feesManagerArtifact, watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { createGatewayLedger, type GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import { observeGatewayChain } from "#src/devnet/gateway/observeGatewayChain.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const home = 41000
const watcher: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const other: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const { abi } = watcherArtifact
const allAbi: Abi = [...abi, ...feesManagerArtifact.abi, ...asyncDeployerArtifact.abi]

/** A log of the gateway's contracts, in a transaction. */
function logOf(eventName: string, args: Readonly<Record<string, unknown>>, transactionHash: Hex): object {
  const { inputs } = getAbiItem({ abi: allAbi, name: eventName }) as AbiEvent
  const plain = inputs.filter((input) => !("indexed" in input && input.indexed))
  return {
    address: watcher,
    topics: encodeEventTopics({ abi: allAbi, eventName, args }),
    data: encodeAbiParameters(plain, plain.map(({ name = "" }) => args[name]) as never),
    transactionHash,
    blockTimestamp: 1000n,
  }
}

const submitted = (requestCount: number, txHash: Hex) =>
  logOf(
    "RequestSubmitted",
    { requestCount, appGateway: other, consumeFrom: other, maxFees: 1n, feePoolChain: 1, feePoolToken: other },
    txHash,
  )
const resolved = (payloadId: number, txHash: Hex) =>
  logOf("PayloadResolved", { payloadId: bytes32(payloadId), requestCount: 1, fee: 0n }, txHash)

describe("observeGatewayChain", () => {
  it("knows which payload's callback opened a request, where one transaction runs many", async () => {
    const [byUser, batch, next] = [bytes32(0xa), bytes32(0xb), bytes32(0xc)]
    const logs = [
      submitted(1, byUser),
      resolved(1, batch),
      submitted(2, batch),
      resolved(2, batch),
      submitted(3, batch),
      submitted(4, batch),
      logOf("TimeoutResolved", { timeoutId: bytes32(7) }, batch),
      submitted(5, batch),
      logOf("PayloadReverted", { payloadId: bytes32(3), isOnchain: true, revertData: "0x" }, batch),
      submitted(6, batch),
      submitted(7, next),
    ]
    const block = { number: "0x1", hash: bytes32(1), parentHash: bytes32(0), timestamp: "0x3e8" }
    const chain = {
      slug: home,
      firstBlock: 0n,
      onHead: () => () => undefined,
      provider: { request: () => Promise.resolve(block) },
      readLogs: () => Promise.resolve(logs),
    } as unknown as LocalChain
    const ledger = createGatewayLedger({ clock: createManualClock(), slug: home })
    const contracts = { watcher, feesManager: other, asyncDeployer: other, actorBatcher: other }
    await observeGatewayChain(chain, contracts, ledger, (error) => {
      throw error
    })
    const openers = [byUser, batch, next].flatMap((txHash) =>
      ledger.requestsOf(txHash).map(({ requestCount, openedBy }) => [requestCount, openedBy && Number(openedBy)]),
    )
    expect(openers).to.deep.equal([
      [1, undefined],
      [2, 1],
      [3, 2],
      [4, 2],
      [5, undefined],
      [6, 3],
      [7, undefined],
    ])
  })
  it("has a fact for all that the contracts log, as of the block, and none for what moves credits alone", async () => {
    const tx = bytes32(0xa)
    const [payloadId, contractId, timeoutId, depositId] = [1, 2, 3, 4].map(bytes32) as [Hex, Hex, Hex, Hex]
    const options = { writeFinality: 2, gasLimit: 9n, value: 8n, readAtBlockNumber: 7n }
    const queuedOf = (callType: number, parallel: number) => ({
      ...{ payloadId, requestCount: 5, appGateway: other, batchCount: 6, callType, chainSlug: 7, target: watcher },
      ...{ callData: "0xda", options: { ...options, read: 0, parallel }, contractId },
    })
    const fees = { requestCount: 5, maxFees: 11n, feePoolChain: 7, feePoolToken: watcher }
    const trigger = { triggerId: bytes32(9), appGateway: other, chainSlug: 7, plug: watcher, payload: "0xee" } as const
    const timeout = { timeoutId, scheduler: other, target: watcher, payload: "0xdd" }
    const moved = { account: other, from: other, to: watcher, receiver: other, token: other, amount: 1n, chainSlug: 7 }
    const logs = [
      ...[0, 1, 2, 3, 4, 5].map((callType) => logOf("PayloadQueued", queuedOf(callType, callType % 2), tx)),
      logOf("CallbackSet", { payloadId, selector: "0x12345678", data: "0xaa" }, tx),
      logOf("RequestSubmitted", { ...fees, appGateway: other, consumeFrom: watcher }, tx),
      logOf("PayloadFinalized", { payloadId, digest: bytes32(0xd), proof: "0xbb" }, tx),
      logOf("PayloadResolved", { payloadId, requestCount: 5, fee: 12n }, tx),
      logOf("PayloadReverted", { payloadId, isOnchain: true, revertData: "0x" }, tx),
      logOf("MaxFeesIncreased", fees, tx),
      logOf("RequestCancelled", { requestCount: 5 }, tx),
      logOf("RequestSettled", { requestCount: 6, fee: 1n }, tx),
      logOf("ScheduleStarted", { payloadId, requestCount: 5, executeAt: 1_060n }, tx),
      logOf("TimeoutScheduled", { ...timeout, executeAt: 1_070n }, tx),
      logOf("TimeoutResolved", { timeoutId }, tx),
      logOf("TriggerHandled", trigger, bytes32(0xb)),
      logOf("TriggerHandled", { ...trigger, triggerId: bytes32(8) }, bytes32(0xc)),
      logOf(
        "CreditsDeposited",
        { depositId, chainSlug: 7, receiver: other, token: other, creditAmount: 1n, nativeAmount: 2n },
        tx,
      ),
      logOf("ForwarderDeployed", { chainSlug: 7, onChainAddress: other, forwarder: watcher }, tx),
      ...["Returned", "Transferred", "Unwrapped", "Wrapped", "Withdrawn"].map((kind) =>
        logOf(`Credits${kind}`, { ...moved, requestCount: 5 }, tx),
      ),
    ]
    const { triggerId, appGateway, chainSlug, plug, payload } = trigger
    const args = [triggerId, appGateway, chainSlug, plug, payload] as const
    const handling = { to: watcher, input: encodeFunctionData({ abi, functionName: "callAppGateway", args }) }
    const asked: unknown[] = []
    const request = ({ method, params }: { readonly method: string; readonly params: readonly unknown[] }) => {
      if (method !== "eth_getTransactionByHash") {
        return Promise.resolve({ number: "0x1", hash: bytes32(1), parentHash: bytes32(0), timestamp: "0x3e8" })
      }
      return Promise.resolve(params[0] === bytes32(0xb) ? handling : null)
    }
    const chain = {
      ...{ slug: home, firstBlock: 0n, onHead: () => () => undefined, provider: { request } },
      readLogs: (from: bigint, to: bigint, filter: object) => {
        asked.push([from, to, filter])
        return Promise.resolve(logs)
      },
    } as unknown as LocalChain
    const facts: unknown[] = []
    const ledger = {
      record: (slug: number, found: readonly unknown[], head: unknown) => void facts.push(slug, found, head),
    } as unknown as GatewayLedger
    const contracts = { watcher, feesManager: at(2), asyncDeployer: at(3), actorBatcher: other }
    await observeGatewayChain(chain, contracts, ledger, (error) => {
      throw error
    })
    expect(asked).to.deep.equal([[0n, 1n, { address: [watcher, at(2), at(3)] }]])
    const request5 = { ...fees, appGateway: other, txHash: tx, openedBy: undefined }
    const types = ["READ", "WRITE", "DISTRIBUTE_FEE", "WITHDRAW", "DEPLOY", "SCHEDULE"]
    const queuedAs = (callType: string, isParallel: boolean) => ({
      ...{
        kind: "queued",
        payload: { ...queuedOf(0, 0), callType, options: { ...options, isParallel }, createdAt: 1000 },
      },
    })
    expect(facts).to.deep.equal([
      home,
      [
        ...types.map((callType, number) => queuedAs(callType, number % 2 === 1)),
        { kind: "callbackSet", payloadId, callback: { selector: "0x12345678", data: "0xaa" } },
        { kind: "submitted", request: request5 },
        { kind: "finalized", payloadId, txHash: tx, proof: "0xbb", digest: bytes32(0xd) },
        { kind: "resolved", payloadId, txHash: tx, fee: 12n },
        { kind: "markedReverted", payloadId },
        { kind: "feesIncreased", ...fees },
        { kind: "cancelled", requestCount: 5 },
        { kind: "settled", requestCount: 6 },
        {
          kind: "scheduleStarted",
          schedule: { payloadId, requestCount: 5, executeAt: 1_060, createdAt: 1000 },
        },
        { kind: "scheduled", timeout: { ...timeout, executeAt: 1_070, originTxHash: tx, createdAt: 1000 } },
        { kind: "timeoutResolved", timeoutId, txHash: tx, executedAt: 1000 },
        { kind: "triggerHandled", trigger: { ...trigger, id: triggerId }, txHash: bytes32(0xb) },
        { kind: "credited", depositId },
        { kind: "forwarderDeployed", chainSlug: 7, onChainAddress: other, forwarder: watcher },
      ],
      { timestamp: 1000 },
    ])
  })
})
