import { type Address, isAddress } from "viem"

import { getBalance, getContractEvents, getTransaction } from "viem/actions"
import { formatEther, getAddress } from "viem/utils"

import { blockSource } from "../../../explaining/evidence.js"
import { socketAbi } from "../../onchain/abi.js"
import type { MessageCause } from "../types.js"
import { certainly, evidenceOf, type ExecutionCase } from "./ExecutionCase.js"
import { mendByRetry } from "./mendByRetry.js"

/** Finds out whether the executor has the native value that the message carries. */
export async function findValueCauses(subject: ExecutionCase): Promise<readonly MessageCause[]> {
  const { arrival, call } = subject
  const { chain, head } = arrival
  if (call.value === 0n) return []
  const executor = await findExecutor(subject)
  if (executor === undefined) return []
  const balance = await getBalance(chain.client, { address: executor.address, blockNumber: head.number })
  if (balance >= call.value) return []
  const missing = formatEther(call.value - balance)
  return [
    {
      ...certainly(subject, {
        name: "value-missing",
        says: `The message carries ${formatEther(call.value)} native tokens, and the executor ${executor.address} has ${formatEther(balance)} on ${chain.name}: ${missing} are missing.`,
        evidence: [
          { source: executor.source, says: `The executor is ${executor.address}.` },
          evidenceOf(
            arrival,
            `Its balance is ${String(balance)} wei, and the message carries ${String(call.value)} wei.`,
          ),
        ],
        mend: await mendByRetry(subject),
      }),
      // Another executor may take up the message.
      certainty: executor.isOfMessage ? "certain" : "likely",
    },
  ]
}

type Executor = { readonly address: Address; readonly source: string; readonly isOfMessage: boolean }

/** How many of the newest blocks are searched for the last execution. */
const searchedBlocks = 1_000n

async function findExecutor({ arrival: { chain, head }, reported }: ExecutionCase): Promise<Executor | undefined> {
  const named = reported?.executionDetails.executor
  if (typeof named === "string" && isAddress(named)) {
    return { address: getAddress(named), source: "the messaging API", isOfMessage: true }
  }
  const logs = await getContractEvents(chain.client, {
    abi: socketAbi,
    address: chain.socket,
    eventName: "ExecutionSuccess",
    fromBlock: head.number > searchedBlocks ? head.number - searchedBlocks : 0n,
    toBlock: head.number,
  }).catch(() => [])
  const last = logs.at(-1)
  if (last === undefined) return undefined
  const transaction = await getTransaction(chain.client, { hash: last.transactionHash }).catch(() => undefined)
  if (transaction === undefined) return undefined
  const source = `${blockSource(chain, last.blockNumber)}, the last execution`
  return { address: transaction.from, source, isOfMessage: false }
}
