import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi, zeroAddress } from "viem"

import { watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import { ChainSetBackAloneError } from "#src/devnet/chain/setBackErrors.js"
import type { DevnetProblem, MessageChange, PayloadChange } from "#src/devnet/changes.js"
import type { JobChange } from "#src/devnet/gateway/ledger/types.js"
import type { Devnet, MessageRecord, PayloadRecord, TriggerRecord } from "#src/devnet/index.js"
import { silentAppGateway } from "#src/gateway/reverts.js"
import { describeAppGatewayRevert, describeRevert, followDevnet } from "#tasks/devnet/followDevnet.js"
import { timeoutRecord, triggerRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const errors = parseAbi(["error TooLoud(uint256 length)"])
const revertData = encodeErrorResult({ abi: errors, args: [7n] })

function record(status: string, note?: object): MessageRecord {
  const outbound = { messageId: bytes32(1), srcChainSlug: 1, srcPlug: zeroAddress, dstChainSlug: 2, txHash: bytes32(2) }
  return { outbound, status, since: 5, note } as unknown as MessageRecord
}

const nothing = (): undefined => undefined
const silent = { message: nothing, payload: nothing, timeout: nothing, trigger: nothing, problem: nothing }

const untried = { outcome: "NO", attempts: 0, revertData: undefined, retryAt: undefined }

function payloadRecord(more: object): PayloadRecord {
  const payload = { payloadId: bytes32(1), requestCount: 1, callType: "WRITE", chainSlug: 1, since: 5 }
  return { ...payload, executionAttempt: untried, callbackAttempt: untried, ...more } as unknown as PayloadRecord
}

describe("followDevnet", () => {
  it("keeps the order of changes while a revert waits for the project's artifacts, and prints all before it has settled", async () => {
    let change: ((record: MessageRecord) => void) | undefined
    const onMessage = (listener: typeof change) => (change = listener)
    const devnet = {
      onMessage,
      gateway: { onPayload: () => undefined, onJob: () => undefined },
      onError: () => undefined,
    } as unknown as Devnet
    const printed: MessageChange[] = []
    const artifacts = Promise.withResolvers<(typeof errors)[]>()
    const following = followDevnet(devnet, {
      readErrorAbis: async () => [...(await artifacts.promise)],
      printers: [{ ...silent, message: (message) => printed.push(message) }],
    })
    change!(record("INBOUND_REVERTING", { attempts: 2, revertData }))
    // After a retry the record still has what it reverted with before.
    change!(record("EXECUTION_SUCCESS", { attempts: 30, revertData }))
    artifacts.resolve([errors])
    await following.settled()
    expect(printed.map(({ status }) => status)).to.deep.equal(["INBOUND_REVERTING", "EXECUTION_SUCCESS"])
    expect(printed[0]?.revert).to.deep.equal({ attempts: 2, reason: "TooLoud(length: 7)" })
    expect(printed[1]).to.not.have.property("revert")
  })

  it("prints the status of payloads, their transactions, and why one reverts", async () => {
    let change: ((record: PayloadRecord) => void) | undefined
    const onPayload = (listener: typeof change) => (change = listener)
    const devnet = {
      onMessage: () => undefined,
      gateway: { onPayload, onJob: () => undefined },
      onError: () => undefined,
    } as unknown as Devnet
    const printed: PayloadChange[] = []
    const following = followDevnet(devnet, {
      readErrorAbis: () => Promise.resolve([errors]),
      printers: [{ ...silent, payload: (payload) => printed.push(payload) }],
    })
    const executed = { txHash: bytes32(3) }
    const tooDear = encodeErrorResult({ abi: watcherArtifact.abi, errorName: "MaxFeesTooLow", args: [9n, 5n] })
    change!(payloadRecord({ status: "FINALIZING", executionAttempt: { ...untried, attempts: 1, revertData: tooDear } }))
    change!(payloadRecord({ status: "FINALIZED", executionAttempt: { ...untried, attempts: 3, revertData } }))
    change!(
      payloadRecord({ status: "EXECUTED", executed, callbackAttempt: { ...untried, attempts: 1, revertData: "0x" } }),
    )
    change!(payloadRecord({ status: "PROMISE_RESOLVED", executed, resolved: { txHash: bytes32(4) } }))
    await following.settled()
    const reported = printed.map(({ status, executeTxHash, callbackTxHash, revert }) => [
      status,
      executeTxHash,
      callbackTxHash,
      revert,
    ])
    expect(reported).to.deep.equal([
      ["FINALIZING", null, null, { attempts: 1, reason: "MaxFeesTooLow(required: 9, maxFees: 5)" }],
      ["FINALIZED", null, null, { attempts: 3, reason: "TooLoud(length: 7)" }],
      ["EXECUTED", bytes32(3), null, { attempts: 1, reason: silentAppGateway }],
      ["PROMISE_RESOLVED", bytes32(3), bytes32(4), undefined],
    ])
  })

  it("prints timeouts and triggers, their transactions, and why an app gateway refuses one", async () => {
    let change: ((change: JobChange) => void) | undefined
    const onJob = (listener: typeof change) => (change = listener)
    const gateway = { onPayload: nothing, onJob }
    const devnet = { onMessage: nothing, gateway, onError: nothing } as unknown as Devnet
    const printed: unknown[] = []
    const following = followDevnet(devnet, {
      readErrorAbis: () => Promise.resolve([errors]),
      printers: [
        {
          ...silent,
          timeout: ({ status, resolveTxHash, revert }) => printed.push([status, resolveTxHash, revert]),
          trigger: ({ status, at, appGatewayTxHash, revert }) => printed.push([status, at, appGatewayTxHash, revert]),
        },
      ],
    })
    const refused = { ...untried, outcome: "SIMULATION_FAILED", attempts: 1 } as const
    const trigger = (given: Partial<TriggerRecord>) => {
      change!({ kind: "trigger", trigger: triggerRecord(given), at: 5 })
    }
    trigger({})
    trigger({ status: "Reverting", attempt: { ...refused, revertData } })
    trigger({ status: "Reverting", attempt: { ...refused, revertData: "0x" } })
    trigger({ status: "Executed", handled: { txHash: bytes32(4) } })
    const resolved = { txHash: bytes32(3), executedAt: 1 }
    change!({ kind: "timeout", timeout: timeoutRecord(), at: 5 })
    change!({ kind: "timeout", timeout: timeoutRecord({ status: "RESOLVED", resolved }), at: 6 })
    await following.settled()
    expect(printed).to.deep.equal([
      ["Queued", 5, null, undefined],
      ["Reverting", 5, null, { attempts: 1, reason: "TooLoud(length: 7)" }],
      ["Reverting", 5, null, { attempts: 1, reason: silentAppGateway }],
      ["Executed", 5, bytes32(4), undefined],
      ["ADDED_TO_QUEUE", null, undefined],
      ["RESOLVED", bytes32(3), undefined],
    ])
  })

  it("gives a reason of its own to a revert without one, and every field of a message", async () => {
    expect(await describeRevert({ attempts: 2, revertData: "0x" }, () => Promise.resolve([]))).to.deep.equal({
      attempts: 2,
      reason: "it gave no reason",
    })
    const own = await describeAppGatewayRevert({ attempts: 3, revertData }, () => Promise.resolve([errors]))
    expect(own).to.deep.equal({ attempts: 3, reason: "TooLoud(length: 7)" })
    let change: ((record: MessageRecord) => void) | undefined
    const onMessage = (listener: typeof change) => (change = listener)
    const gateway = { onPayload: nothing, onJob: nothing }
    const printed: MessageChange[] = []
    const following = followDevnet({ onMessage, gateway, onError: nothing } as unknown as Devnet, {
      readErrorAbis: () => Promise.resolve([]),
      printers: [{ ...silent, message: (message) => printed.push(message) }],
    })
    change!(record("SEALED"))
    change!({ ...record("EXECUTION_SUCCESS", { held: "PAUSED" }), executionTx: bytes32(9) })
    await following.settled()
    expect(
      printed.map(({ at, srcChainSlug, dstChainSlug, executionTxHash, revert }) => [
        ...[at, srcChainSlug, dstChainSlug, executionTxHash, revert],
      ]),
    ).to.deep.equal([
      [5, 1, 2, null, undefined],
      [5, 1, 2, bytes32(9), undefined],
    ])
  })

  it("prints what goes wrong in the background, with the code and the advice of an error of this package", async () => {
    let fail: ((error: unknown) => void) | undefined
    const onError = (listener: typeof fail) => (fail = listener)
    const devnet = { onMessage: nothing, gateway: { onPayload: nothing, onJob: nothing }, onError } as unknown as Devnet
    const printed: DevnetProblem[] = []
    const following = followDevnet(devnet, {
      readErrorAbis: () => Promise.resolve([]),
      printers: [{ ...silent, problem: (problem) => printed.push(problem) }],
    })
    fail!(new ChainSetBackAloneError({ chain: "alpha", chains: ["alpha", "beta"] }))
    fail!(new Error("the actor failed", { cause: new Error("no gas") }))
    fail!(new Error("the actor failed", { cause: "a text" }))
    fail!("nothing but a text")
    await following.settled()
    expect(printed.slice(2)).to.deep.equal([{ message: "the actor failed" }, { message: "nothing but a text" }])
    expect(printed[0]).to.have.property("code", "CHAIN_SET_BACK_ALONE")
    expect(printed[0]!.message).to.match(/alpha was set back.*devnet_revert/s)
    expect(printed[1]).to.deep.equal({ message: "the actor failed: no gas" })
  })
})
