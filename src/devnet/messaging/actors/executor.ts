import type { Hex, LocalAccount } from "viem"
import { isAddressEqual } from "viem/utils"

import { encodeCall } from "../../chain/encodeCall.js"
import {
  type ActorCall,
  batchTransaction,
  callPending,
  countWithinGas,
  readOutcomes,
  readReverted,
  revertDataOf,
} from "../../relay/callBatch.js"
import { createCostlyTurns } from "../../relay/costlyCalls.js"
import type { Sender } from "../../relay/sender.js"
import type { StageHandler } from "../../relay/Worker.js"
import type { Outbound, Proposal } from "../facts.js"
import type { MessageRecord } from "../MessageRecord.js"
import type { MessagingStage } from "../stages.js"
import { holdForbidden, type MessagingWorkerContext } from "./MessagingWorkerContext.js"
import { readAllowed, stateOf } from "./readAllowed.js"
import { signOnce } from "./signing.js"
import { executeCall, withSignature } from "#src/messaging/onchain/operatorCalls.js"

/** Executes attested messages. A revert costs an attempt; a message that its switchboard no longer allows waits and loses none. */
export function executor(
  {
    chain,
    contracts,
    ledger,
    observer,
    clock,
    retries,
    held,
    executionGas,
    executesAlone = false,
  }: MessagingWorkerContext,
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
      const startedAt = clock.now()
      try {
        const call = await callFor(record)
        // What it is sent with later, so that the chain refuses here already what takes more gas than a transaction may have.
        const { gas } = batchOf([{ record, call }])
        await callPending(chain, sender.address, { ...call, gas })
        ledger.note(record, { stage: "executing", ...attemptsOf(record) })
      } catch (error) {
        failures.set(record, { revertData: revertDataOf(error), took: clock.now() - startedAt })
      }
    }
    const executable = await withoutForbidden(records)
    const isCheap = (record: MessageRecord): boolean => gasToExecute(record) <= cheapGas
    for (const batch of withinGas(await toExecutions(executable.filter(isCheap)))) {
      const startedAt = clock.now()
      // One call for many messages takes a third of the time of as many calls.
      const simulated = callPending(chain, sender.address, batchOf(batch)).then(readOutcomes)
      const outcomes = await simulated.catch(() => undefined)
      // The chain refuses a batch as a whole if it refuses one message of it.
      if (outcomes === undefined) await Promise.all(batch.map(({ record }) => trySimulation(record)))
      const took = (clock.now() - startedAt) / batch.length
      for (const [index, { success, revertData }] of outcomes?.entries() ?? []) {
        const { record } = batch[index] as Execution
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

  function batchOf(executions: readonly Execution[]): Required<ActorCall> {
    const calls = executions.map(({ call }) => call)
    return batchTransaction(contracts.batcher, calls)
  }

  async function execute(records: readonly MessageRecord[]): Promise<void> {
    const executions = await toExecutions(await withoutForbidden(records))
    const batches = executesAlone ? executions.map((one) => [one]) : withinGas(executions)
    for (const batch of batches) await executeBatch(batch)
  }

  async function executeBatch(executions: readonly Execution[]): Promise<void> {
    const batch = await Promise.all(executions.map(async ({ record, call }) => ({ record, call: await withGas(call) })))
    const { logs, blockHash } = await sender.send(batchOf(batch))
    await observer.sync(blockHash)
    const failures = [...readReverted(logs, contracts.batcher)].flatMap(([index, revertData]) => {
      const record = batch[index]?.record
      return record === undefined ? [] : [[record, { revertData, took: 0 }] as const]
    })
    await countFailures(new Map(failures))
  }

  /** Only a revert of the plug counts as an attempt. A packet that was tripped meanwhile is not the plug's doing. */
  async function countFailures(failures: ReadonlyMap<MessageRecord, Failure>): Promise<void> {
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

  async function withGas(call: ExecutionCall): Promise<ExecutionCall> {
    if (executionGas === undefined) return call
    const { to, data, value } = call
    const made = { chainSlug: chain.slug, from: contracts.batcher, to, data, value }
    return { ...call, gas: await executionGas(made, call.gas) }
  }

  function gasToExecute({ outbound: { minMsgGasLimit, payload }, proposal }: MessageRecord): bigint {
    const isOurs = proposal?.switchboard === contracts.switchboard
    // A call gets at most 63/64 of the gas that is left, and the plug is called two calls deep.
    const gasOfPlug = (minMsgGasLimit * 64n * 64n) / (63n * 63n) + gasPerPayloadByte * BigInt(payload.length / 2)
    return gasOfSocket + gasOfPlug + (isOurs ? 0n : gasOfOwnSwitchboard)
  }

  async function toExecutions(records: readonly MessageRecord[]): Promise<readonly Execution[]> {
    return await Promise.all(records.map(async (record) => ({ record, call: await callFor(record) })))
  }

  async function callFor(record: MessageRecord): Promise<ExecutionCall> {
    const { outbound, proposal } = record
    const by = { packetId: outbound.packetId, proposalCount: proposal?.proposalCount ?? 0n }
    const call = withSignature(executeCall(contracts.socket, outbound, by), await sign(outbound))
    return {
      to: call.address,
      data: encodeCall(call),
      value: valueToDeliver(outbound),
      gas: gasToExecute(record),
    }
  }

  return [
    { stage: "verify", chainSlug: chain.slug, perform: verify },
    { stage: "simulate", chainSlug: chain.slug, perform: simulate },
    { stage: "execute", chainSlug: chain.slug, perform: execute },
  ]
}

type ExecutionCall = Required<ActorCall>
type Execution = { readonly record: MessageRecord; readonly call: ExecutionCall }

/** Why an execution failed, and the milliseconds that it took to find out. */
type Failure = { readonly revertData: Hex; readonly took: number }

/** Gas of an execution that is simulated beside others. An `inbound` that burns more must not keep the chain from answering. */
const cheapGas = 500_000n
/** A message waits this many times as long as its last simulation took. */
const restPerTry = 10
/** Gas that the socket itself uses for a message, with its verification. */
const gasOfSocket = 220_000n
/** Gas for the verification by a switchboard of the user's own, as much as the batcher gives it when it is asked. */
const gasOfOwnSwitchboard = 100_000n
const gasPerPayloadByte = 60n

/** Groups messages that fit in one transaction. */
function withinGas(executions: readonly Execution[]): (readonly Execution[])[] {
  const left = [...executions]
  const batches: (readonly Execution[])[] = []
  while (left.length > 0) batches.push(left.splice(0, countWithinGas(left)))
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

function attemptsOf({ note, proposal }: MessageRecord): { proposalCount: bigint; attempts: number } {
  return { proposalCount: proposal?.proposalCount ?? 0n, attempts: note?.attempts ?? 0 }
}
