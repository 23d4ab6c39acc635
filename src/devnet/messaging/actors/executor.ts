import {
  encodeFunctionData,
  type Hex,
  type LocalAccount,
  numberToHex,
  parseEventLogs,
  type TransactionReceipt,
} from "viem"

import { batcherArtifact } from "../../artifacts/Batcher.js"
import { socketAbi, switchboardAbi } from "../../../messaging/onchain/abi.js"
import type { Outbound } from "../facts.js"
import type { MessageRecord } from "../ledger.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"
import { mostGasOfTransaction } from "../../chain/hardfork.js"
import { revertDataOf } from "../../relay/revertData.js"
import type { Sender } from "../../relay/sender.js"
import { signOnce } from "./signOnce.js"
import type { StageHandler } from "../../relay/Worker.js"
import type { MessagingStage } from "../stages.js"

/** Executes messages whose packets are attested. A reverting one is attempted again until it works or no attempt is left. */
export function executor(
  { chain, contracts, ledger, observer, clock, retries }: MessagingWorkerContext,
  account: LocalAccount,
  sender: Sender,
): readonly StageHandler<MessagingStage, MessageRecord>[] {
  const sign = signOnce(account, ({ packedMessage }) => packedMessage)

  async function verify(records: readonly MessageRecord[]): Promise<void> {
    await Promise.all(
      records.map(async (record) => {
        const { outbound, proposal } = record
        if (proposal === undefined) return
        const { proposalCount, root } = proposal
        const proposalKey = [outbound.packetId, proposalCount, contracts.switchboard] as const
        const proposedAt = await chain.publicClient.readContract({
          address: contracts.socket,
          abi: socketAbi,
          functionName: "rootProposedAt",
          args: proposalKey,
        })
        const allowed = await chain.publicClient.readContract({
          address: contracts.switchboard,
          abi: switchboardAbi,
          functionName: "allowPacket",
          args: [root, outbound.packetId, proposalCount, outbound.srcChainSlug, proposedAt],
        })
        if (allowed) ledger.note(record, { stage: "verified", attempts: 0 })
      }),
    )
  }

  async function simulate(records: readonly MessageRecord[]): Promise<void> {
    await Promise.all(
      records.map(async (record) => {
        const { executionDetails, messageDetails, value } = await stepFor(record)
        const call = {
          from: sender.address,
          to: contracts.socket,
          data: encodeFunctionData({
            abi: socketAbi,
            functionName: "execute",
            args: [executionDetails, messageDetails],
          }),
          gas: numberToHex(gasToExecute(record.outbound)),
          value: numberToHex(value),
        }
        try {
          await chain.provider.request({ method: "eth_call", params: [call, "latest"] })
          ledger.note(record, { stage: "executing", attempts: attemptsOf(record) })
        } catch (error) {
          reverted(record, revertDataOf(error))
        }
      }),
    )
  }

  async function execute(records: readonly MessageRecord[]): Promise<void> {
    for (const batch of withinGas(records)) await executeBatch(batch)
  }

  async function executeBatch(records: readonly MessageRecord[]): Promise<void> {
    const steps = await Promise.all(records.map(stepFor))
    const receipt = await sender.send({
      to: contracts.batcher,
      data: encodeFunctionData({ abi: batcherArtifact.abi, functionName: "executeBatch", args: [steps] }),
      gas: gasPerTransaction + sum(records.map(({ outbound }) => gasToExecute(outbound))),
      value: sum(steps.map(({ value }) => value)),
    })
    await observer.sync()
    const failures = failuresIn(receipt)
    for (const record of records) {
      const revertData = failures.get(record.outbound.messageId)
      if (revertData !== undefined) reverted(record, revertData)
    }
  }

  function reverted(record: MessageRecord, revertData: Hex): void {
    const attempts = attemptsOf(record) + 1
    ledger.note(record, {
      stage: attempts >= retries.attempts ? "failed" : "reverting",
      attempts,
      revertData,
      retryAt: clock.now() + retries.delay,
    })
  }

  async function stepFor({ outbound, proposal }: MessageRecord): Promise<BatchedExecution> {
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
}

const gasPerTransaction = 100_000n
/** Gas that the socket itself uses for a message, with its verification. */
const gasOfSocket = 250_000n
const gasPerPayloadByte = 60n

/** A call gets at most 63/64 of the gas that is left, and the plug is called two calls deep. */
function gasToExecute({ minMsgGasLimit, payload }: Outbound): bigint {
  return gasOfSocket + (minMsgGasLimit * 64n * 64n) / (63n * 63n) + gasPerPayloadByte * BigInt(payload.length / 2)
}

/**
 * Groups messages that fit in one transaction. One that is too large for any goes alone, and fails with the chain's error.
 */
function withinGas(records: readonly MessageRecord[]): MessageRecord[][] {
  const batches: MessageRecord[][] = []
  let left = 0n
  for (const record of records) {
    const gas = gasToExecute(record.outbound)
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

/** The first byte of the parameters is their type, zero for none. The rest is the native value for the plug. */
function valueToDeliver({ executionParams }: Outbound): bigint {
  const parameters = BigInt(executionParams)
  return parameters >> 248n === 0n ? 0n : BigInt.asUintN(248, parameters)
}

function failuresIn({ logs }: TransactionReceipt): Map<Hex, Hex> {
  const tried = parseEventLogs({ abi: batcherArtifact.abi, eventName: "ExecutionTried", logs })
  return new Map(tried.filter(({ args }) => !args.success).map(({ args }) => [args.msgId, args.revertData]))
}

function attemptsOf({ note }: MessageRecord): number {
  return note?.attempts ?? 0
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
