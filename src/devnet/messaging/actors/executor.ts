import type { Address, Hex, LocalAccount } from "viem"
import { decodeFunctionResult, getAbiItem, isAddressEqual, numberToHex } from "viem/utils"

import { batcherArtifact } from "../../artifacts/Batcher.js"
import { socketAbi } from "../../../messaging/onchain/abi.js"
import type { Outbound, Proposal } from "../facts.js"
import type { MessageRecord } from "../MessageRecord.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"
import { encodeCall } from "../../chain/encodeCall.js"
import { createLogParser } from "../../chain/logs/createLogParser.js"
import { mostGasOfTransaction } from "../../chain/hardfork.js"
import { createCostlyTurns } from "../../relay/costly/createCostlyTurns.js"
import { holdForbidden } from "./holdForbidden.js"
import { readAllowed, stateOf } from "./readAllowed.js"
import { revertDataOf } from "../../relay/revertData.js"
import type { MinedTransaction, Sender } from "../../relay/sender.js"
import { signOnce } from "./signOnce.js"
import type { StageHandler } from "../../relay/Worker.js"
import type { MessagingStage } from "../stages.js"

/**
 * Executes messages whose packets are attested. A reverting one is attempted again until it works or no attempt is left. One that its
 * switchboard no longer allows waits, and loses no attempt.
 */
export function executor(
  { chain, contracts, ledger, observer, clock, retries, held, executionGas }: MessagingWorkerContext,
  account: LocalAccount,
  sender: Sender,
): readonly StageHandler<MessagingStage, MessageRecord>[] {
  const sign = signOnce(account, ({ packedMessage }) => packedMessage)
  const costly = createCostlyTurns(clock)

  /** Holds the messages that may not be executed now, and returns the others with the proposal that is allowed. */
  async function readExecutable(records: readonly MessageRecord[]): Promise<ReadonlyMap<MessageRecord, Proposal>> {
    const connected = records.filter(isConnectedToSender)
    for (const record of records) if (!isConnectedToSender(record)) held.hold(record, "OTHER_SIBLING")
    const allowed = await readAllowed({ chain, contracts }, connected)
    for (const record of connected) if (!allowed.has(record)) holdForbidden({ contracts, held }, record)
    return allowed
  }

  /** Asks again for the messages that were held, because to ask costs less than to fail. */
  async function withoutForbidden(records: readonly MessageRecord[]): Promise<readonly MessageRecord[]> {
    const executable = await readExecutable(records.filter(({ hold }) => hold !== undefined))
    return records.filter((record) => record.hold === undefined || executable.has(record))
  }

  async function verify(records: readonly MessageRecord[]): Promise<void> {
    const state = stateOf(chain)
    // As a rule the watcher has asked just before, and the chain is still the same.
    const known = new Set(
      records.filter(
        (record) => record.note?.stage === "attested" && record.note.allowedIn === state && isConnectedToSender(record),
      ),
    )
    const allowed = await readExecutable(records.filter((record) => !known.has(record)))
    for (const record of [...known, ...allowed.keys()]) {
      const { proposalCount } = allowed.get(record) ?? attemptsOf(record)
      ledger.note(record, { stage: "verified", proposalCount, attempts: 0 })
    }
  }

  async function simulate(records: readonly MessageRecord[]): Promise<void> {
    const failures = new Map<MessageRecord, Failure>()
    const trySimulation = async (record: MessageRecord): Promise<void> => {
      const begun = clock.now()
      try {
        await simulateOne(record)
        ledger.note(record, { stage: "executing", ...attemptsOf(record) })
      } catch (error) {
        failures.set(record, { revertData: revertDataOf(error), took: clock.now() - begun })
      }
    }
    const executable = await withoutForbidden(records)
    const isCheap = (record: MessageRecord): boolean => gasToExecute(record) <= cheapGas
    for (const batch of withinGas(executable.filter(isCheap), gasToExecute)) {
      const begun = clock.now()
      const outcomes = await simulateBatch(batch)
      // The chain refuses a batch as a whole if it refuses one message of it.
      if (outcomes === undefined) await Promise.all(batch.map(trySimulation))
      const took = (clock.now() - begun) / batch.length
      for (const [index, { success, revertData }] of outcomes?.entries() ?? []) {
        const record = batch[index] as MessageRecord
        if (success) ledger.note(record, { stage: "executing", ...attemptsOf(record) })
        else failures.set(record, { revertData, took })
      }
    }
    await costly.inTurn(
      executable.filter((record) => !isCheap(record)),
      trySimulation,
    )
    await countFailures(failures)
  }

  /**
   * Runs messages one after the other, as they are executed then. One call for many takes a third of the time of as many calls.
   *
   * @returns undefined if the chain does not run the batch
   */
  async function simulateBatch(records: readonly MessageRecord[]): Promise<readonly Outcome[] | undefined> {
    const { gas, value, ...call } = batchOf(records, await Promise.all(records.map(stepFor)))
    const inHex = { from: sender.address, gas: numberToHex(gas), value: numberToHex(value) }
    try {
      const params = [{ ...call, ...inHex }, "pending"]
      const data = (await chain.provider.request({ method: "eth_call", params })) as Hex
      return decodeFunctionResult({ abi: batcherArtifact.abi, functionName: "executeBatch", data })
    } catch {
      return undefined
    }
  }

  function batchOf(
    records: readonly MessageRecord[],
    steps: readonly BatchedExecution[],
  ): { to: Address; data: Hex; gas: bigint; value: bigint } {
    return {
      to: contracts.batcher,
      data: encodeCall({ abi: batcherArtifact.abi, functionName: "executeBatch", args: [steps] }),
      gas: gasPerTransaction + sum(records.map((record) => gasInBatch(gasToExecute(record)))),
      value: sum(steps.map(({ value }) => value)),
    }
  }

  async function simulateOne(record: MessageRecord): Promise<void> {
    const step = await stepFor(record)
    const { value, gasLimit } = step
    const call = {
      from: sender.address,
      to: contracts.socket,
      data: encodeExecution(step),
      gas: numberToHex(gasPerTransaction + gasLimit),
      value: numberToHex(value),
    }
    await chain.provider.request({ method: "eth_call", params: [call, "pending"] })
  }

  async function execute(records: readonly MessageRecord[]): Promise<void> {
    for (const batch of withinGas(await withoutForbidden(records), gasToExecute)) await executeBatch(batch)
  }

  async function executeBatch(records: readonly MessageRecord[]): Promise<void> {
    const steps = await Promise.all(records.map(async (record) => await withGas(await stepFor(record))))
    const receipt = await sender.send(batchOf(records, steps))
    await observer.sync(receipt.blockHash)
    const failures = failuresIn(receipt, contracts.batcher)
    await countFailures(
      new Map(
        records.flatMap((record) => {
          const revertData = failures.get(record.outbound.messageId)
          return revertData === undefined ? [] : [[record, { revertData, took: 0 }]]
        }),
      ),
    )
  }

  /** Only a revert of the plug counts as an attempt. A packet that was tripped meanwhile is not the plug's doing. */
  async function countFailures(failures: ReadonlyMap<MessageRecord, Failure>): Promise<void> {
    if (failures.size === 0) return
    for (const record of (await readExecutable([...failures.keys()])).keys()) {
      const { proposalCount, attempts: before } = attemptsOf(record)
      const attempts = before + 1
      const { revertData, took } = failures.get(record) ?? { revertData: "0x", took: 0 }
      ledger.note(record, {
        stage: attempts >= retries.attempts ? "failed" : "reverting",
        proposalCount,
        attempts,
        revertData,
        retryAt: clock.now() + Math.max(retries.delay, took * restPerTry),
      })
    }
  }

  async function withGas(step: BatchedExecution): Promise<BatchedExecution> {
    if (executionGas === undefined) return step
    const call = {
      chainSlug: chain.slug,
      from: contracts.batcher,
      to: contracts.socket,
      data: encodeExecution(step),
      value: step.value,
    }
    return { ...step, gasLimit: await executionGas(call, step.gasLimit) }
  }

  function gasToExecute({ outbound, proposal }: MessageRecord): bigint {
    const isOurs = proposal?.switchboard === contracts.switchboard
    return gasOf(outbound) + (isOurs ? 0n : gasOfOwnSwitchboard)
  }

  async function stepFor(record: MessageRecord): Promise<BatchedExecution> {
    const { outbound, proposal } = record
    const { packetId, messageId, fees, minMsgGasLimit, executionParams, payload } = outbound
    return {
      executionDetails: {
        packetId,
        proposalCount: proposal?.proposalCount ?? 0n,
        executionGasLimit: minMsgGasLimit,
        decapacitorProof: "0x",
        signature: await sign(outbound),
      },
      messageDetails: { msgId: messageId, executionFee: fees.executionFee, minMsgGasLimit, executionParams, payload },
      value: valueToDeliver(outbound),
      gasLimit: gasToExecute(record),
    }
  }

  return [
    { stage: "verify", chainSlug: chain.slug, perform: verify },
    { stage: "simulate", chainSlug: chain.slug, perform: simulate },
    { stage: "execute", chainSlug: chain.slug, perform: execute },
  ]
}

/** What the batcher contract takes to execute one message. */
type BatchedExecution = {
  readonly executionDetails: {
    readonly packetId: Hex
    readonly proposalCount: bigint
    readonly executionGasLimit: bigint
    readonly decapacitorProof: Hex
    readonly signature: Hex
  }
  readonly messageDetails: {
    readonly msgId: Hex
    readonly executionFee: bigint
    readonly minMsgGasLimit: bigint
    readonly executionParams: Hex
    readonly payload: Hex
  }
  readonly value: bigint
  /** Gas for the socket's whole work on the message. */
  readonly gasLimit: bigint
}

function encodeExecution({ executionDetails, messageDetails }: BatchedExecution): Hex {
  return encodeCall({ abi: socketAbi, functionName: "execute", args: [executionDetails, messageDetails] })
}

/** How the execution of one message of a batch went, or would go. */
type Outcome = { readonly success: boolean; readonly revertData: Hex }

/** Why an execution failed, and the milliseconds that it took to find out. */
type Failure = { readonly revertData: Hex; readonly took: number }

const parseLogs = createLogParser([getAbiItem({ abi: batcherArtifact.abi, name: "ExecutionTried" })])

/** Gas of an execution that is simulated beside others. An `inbound` that burns more must not keep the chain from answering. */
const cheapGas = 500_000n
/** A message waits this many times as long as its last simulation took. */
const restPerTry = 10
const gasPerTransaction = 100_000n
/** Gas that the socket itself uses for a message, with its verification. */
const gasOfSocket = 220_000n
/** Gas for the verification by a switchboard of the user's own, as much as the batcher gives it when it is asked. */
const gasOfOwnSwitchboard = 100_000n
const gasPerPayloadByte = 60n

/** A call gets at most 63/64 of the gas that is left, and the plug is called two calls deep. */
function gasOf({ minMsgGasLimit, payload }: Outbound): bigint {
  return gasOfSocket + (minMsgGasLimit * 64n * 64n) / (63n * 63n) + gasPerPayloadByte * BigInt(payload.length / 2)
}

/** Gas that a message adds to its batch. The batcher keeps some of it back, to encode the message and to log how it went. */
function gasInBatch(gasLimit: bigint): bigint {
  return ((gasLimit + 50_000n) * 64n) / 63n
}

/**
 * Groups messages that fit in one transaction. One that is too large for any goes alone, and fails with the chain's error.
 */
function withinGas(
  records: readonly MessageRecord[],
  gasToExecute: (record: MessageRecord) => bigint,
): MessageRecord[][] {
  const batches: MessageRecord[][] = []
  let left = 0n
  for (const record of records) {
    const gas = gasInBatch(gasToExecute(record))
    const batch = batches.at(-1)
    if (batch === undefined || gas > left) {
      batches.push([record])
      left = mostGasOfTransaction - gasPerTransaction - gas
    } else {
      batch.push(record)
      left -= gas
    }
  }
  return batches
}

/** Whether the destination plug expects messages of the plug that sent this one. */
function isConnectedToSender({ outbound, connection }: MessageRecord): boolean {
  return connection !== undefined && isAddressEqual(connection.siblingPlug, outbound.srcPlug)
}

/** The first byte of the parameters is their type, zero for none. The rest is the native value for the plug. */
function valueToDeliver({ executionParams }: Outbound): bigint {
  const parameters = BigInt(executionParams)
  return parameters >> 248n === 0n ? 0n : BigInt.asUintN(248, parameters)
}

/** A plug can log the batcher's events too, so those of others are left out. */
function failuresIn({ logs }: MinedTransaction, batcher: Address): Map<Hex, Hex> {
  const tried = parseLogs(logs)
  return new Map(
    tried
      .filter(({ address, args }) => isAddressEqual(address, batcher) && !args.success)
      .map(({ args }) => [args.msgId, args.revertData]),
  )
}

function attemptsOf({ note, proposal }: MessageRecord): { proposalCount: bigint; attempts: number } {
  return { proposalCount: proposal?.proposalCount ?? 0n, attempts: note?.attempts ?? 0 }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
