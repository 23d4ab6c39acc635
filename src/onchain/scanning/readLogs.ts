import type { Address, Client, Hex, RpcLog } from "viem"
import { isAddress, isHex, numberToHex } from "viem/utils"

import { NodeFailedError } from "../callErrors.js"
import type { BlockRange } from "../logs.js"
import { isHash, isQuantity } from "./LogPosition.js"
import { type Patience, requestWithRetries } from "./requestWithRetries.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** Which logs to read: those of these contracts, whose first topic is one of these, and the second one of `indexed`; or of any. */
export type LogFilter = {
  readonly address: readonly Address[] | undefined
  readonly topics: readonly Hex[] | undefined
  readonly indexed?: readonly Hex[] | undefined
}

/** Characters of one answer that are taken. Longer ones are asked for in shorter ranges. */
const maxWeight = 16_000_000

/** Blocks, the last of which can be the newest. */
export type LogRange = Pick<BlockRange, "fromBlock"> & { readonly toBlock: bigint | "latest" }

/** The logs of a range, in the order of the chain, and roughly how many characters of an answer they were. */
export type ReadLogsReturnType = { readonly logs: readonly RpcLog[]; readonly weight: number }

/**
 * Reads the logs of a range with one request, and holds the answer to the question.
 *
 * @throws {FalseLogsError} the node answered with a log that is not one of those, or is there twice
 * @throws {NodeFailedError} the answer is no list of logs, or too long
 * @throws the errors of viem
 */
export async function readLogs(
  client: Client,
  { address, topics, indexed }: LogFilter,
  range: LogRange,
  patience: Patience,
): Promise<ReadLogsReturnType> {
  const end = range.toBlock === "latest" ? undefined : range.toBlock
  const blocks = { fromBlock: numberToHex(range.fromBlock), toBlock: end === undefined ? "latest" : numberToHex(end) }
  const params = [
    { ...blocks, topics: [topics ?? null, ...(indexed === undefined ? [] : [indexed])], ...(address && { address }) },
  ]
  const answer = await requestWithRetries(client, { method: "eth_getLogs", params }, patience)
  if (!Array.isArray(answer) || !answer.every(isLog)) throw unusable("its answer is not a list of logs")
  const weight = answer.reduce((sum, { data }) => sum + data.length + 500, 0)
  if (weight > maxWeight) throw unusable("its answer is too long")
  const logs = answer.map((log) => ({ log, block: BigInt(log.blockNumber), index: BigInt(log.logIndex) }))
  logs.sort((one, other) => Number(one.block - other.block) || Number(one.index - other.index))
  const asked = address && new Set(address.map((one) => one.toLowerCase()))
  logs.forEach(({ log, block, index }, position) => {
    const previous = logs[position - 1]
    const problem =
      block < range.fromBlock || (end !== undefined && block > end)
        ? `one is in block ${block}`
        : asked !== undefined && !asked.has(log.address.toLowerCase())
          ? `one is of another contract, ${log.address}`
          : topics?.includes(log.topics[0] ?? "0x") === false
            ? "one is of another event"
            : indexed?.includes(log.topics[1] ?? "0x") === false
              ? "one is about something else"
              : previous?.block !== block
                ? undefined
                : previous.index === index
                  ? `log ${index} of block ${block} is there twice`
                  : previous.log.blockHash !== log.blockHash
                    ? `block ${block} has two hashes`
                    : undefined
    if (problem !== undefined) throw new FalseLogsError(problem, range)
  })
  return { logs: logs.map(({ log }) => log), weight }
}

function unusable(reason: string): NodeFailedError {
  return new NodeFailedError({ functionName: "eth_getLogs" }, reason)
}

type MinedRpcLog = RpcLog & { readonly blockNumber: Hex; readonly logIndex: Hex }

function isLog(value: unknown): value is MinedRpcLog {
  const { address, topics, data, blockNumber, blockHash, transactionHash, logIndex } = (value ?? {}) as Readonly<
    Record<string, unknown>
  >
  return (
    typeof address === "string" &&
    isAddress(address, { strict: false }) &&
    Array.isArray(topics) &&
    topics.length <= 4 &&
    topics.every(isHash) &&
    isHex(data) &&
    [blockNumber, logIndex].every((place) => isQuantity(place) && Number.isSafeInteger(Number(place))) &&
    [blockHash, transactionHash].every(isHash)
  )
}

/** A node answered with logs that it was not asked for, or that cannot all be of one chain. None of the answer is used. */
export class FalseLogsError extends PlugsError {
  readonly code = "FALSE_LOGS"

  /** @param problem completes the sentence "A node gave false logs: …" */
  constructor(
    problem: string,
    { fromBlock, toBlock }: { readonly fromBlock: bigint; readonly toBlock: bigint | "latest" },
  ) {
    super(`A node gave false logs: ${problem}.`, {
      facts: { "asked for": `blocks ${fromBlock} to ${toBlock}` },
      next: "Use another node for this chain. An honest one does not answer so.",
    })
  }
}
