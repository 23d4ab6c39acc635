import type { Abi, Address, Client, ParseEventLogsReturnType } from "viem"
import { toEventSelector } from "viem/utils"

import { NodeFailedError } from "../callErrors.js"
import { shorterRange } from "../logs.js"
import { type Block, type Finality, type LogPosition, readBlock, readHead } from "./LogPosition.js"
import { FalseLogsError, readLogs, type ReadLogsReturnType } from "./readLogs.js"
import { isUnreachable, type Patience } from "./requestWithRetries.js"
import { AbortedError } from "#src/http/errors.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { createLogParser } from "#src/primitives/createLogParser.js"
import { smallerOf } from "#src/primitives/numbers/amount.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

export type LogScannerOptions<EventsAbi extends Abi> = {
  /** The contracts whose logs are read. Default: all, and then anybody can have written them. */
  readonly address?: readonly Address[] | undefined
  readonly events: EventsAbi
  /** The first block to read, or where an earlier scan ended. */
  readonly from: bigint | LogPosition
  /** Which blocks are read. Default: "latest". */
  readonly finality?: Finality | undefined
  /** Blocks to ask for at most in one request. Default: 10,000. */
  readonly maxBlocks?: bigint | undefined
  /** Characters of logs above which shorter ranges are asked for, so that little is in memory at once. Default: 4,000,000. */
  readonly heavy?: number | undefined
  readonly clock?: Clock | undefined
}

/** What one step of a scan has read. To follow the chain: take back what `reorgedFrom` says, add `logs`, keep `position`. */
export type ScannedBlocks<ScannedLog> = {
  /** The chain has replaced this block and those after it: their logs that were given before do not count any more. */
  readonly reorgedFrom: bigint | undefined
  /** In the order of the chain. */
  readonly logs: readonly ScannedLog[]
  /** The last block read, from which the scan continues; `undefined` before the first. */
  readonly position: LogPosition | undefined
  /** The newest block that counts; `undefined` if there is none yet. */
  readonly head: bigint | undefined
  /** Whether everything is read that there was. */
  readonly isCaughtUp: boolean
}

export type LogScanner<EventsAbi extends Abi> = {
  /**
   * Reads the blocks that come next: none if nothing was mined, which takes one request. After an error, it can be called again, and reads
   * the same blocks.
   *
   * @throws {NodeFailedError} the node did not answer, not even for a single block
   * @throws {FalseLogsError} the node gave logs that it was not asked for
   * @throws {AbortedError} the signal was aborted
   */
  next(signal?: AbortSignal): Promise<ScannedBlocks<ParseEventLogsReturnType<EventsAbi, undefined, true>[number]>>
}

/** How many blocks are remembered by their hashes, the newest that had logs or ended a range, to find where a reorg begins. */
const maxRemembered = 1_024

/** How often in a row the newest block may be another one when its logs are read. */
const maxReplaced = 3

/** No chain replaces so many blocks. So many are read again if the block in which an earlier scan ended is gone. */
const maxReorg = 1_024n

/**
 * Reads logs of a chain from a block on, each once and in order. Where a node refuses a range, shorter ones are asked for, and longer ones
 * again later. Where it limits the rate, it is asked later. Blocks that the chain has replaced are told.
 *
 * A chain that is shorter than before and has replaced nothing is taken for a node that lags, and nothing is told until it has caught up.
 *
 * @example
 * const scanner = createLogScanner(client, { address: [token], events: erc20Abi, from: 19_000_000n, finality: "safe" })
 * const { reorgedFrom, logs, position } = await scanner.next()
 */
export function createLogScanner<const EventsAbi extends Abi>(
  client: Client,
  options: LogScannerOptions<EventsAbi>,
): LogScanner<EventsAbi> {
  const { address, events, from, finality = "latest", maxBlocks = 10_000n, heavy, clock = systemClock } = options
  const parse = createLogParser(events)
  const topics = events.flatMap((item) => (item.type === "event" ? [toEventSelector(item)] : []))
  const first = typeof from === "bigint" ? from : from.blockNumber < maxReorg ? 0n : from.blockNumber - maxReorg
  /** In ascending order. The last one is the position. */
  let remembered: readonly LogPosition[] = typeof from === "bigint" ? [] : [from]
  let head: Block | undefined
  let undone: bigint | undefined
  let replaced = 0
  const length = createRangeLength(maxBlocks, heavy)

  async function isOnChain({ blockNumber, blockHash }: LogPosition, newest: Block, patience: Patience) {
    if (blockNumber === newest.blockNumber) return blockHash === newest.blockHash
    if (blockNumber + 1n === newest.blockNumber) return blockHash === newest.parentHash
    return (await readBlock(client, blockNumber, patience))?.blockHash === blockHash
  }

  /** Forgets the blocks that the chain has replaced. */
  async function stepBack(newest: Block, patience: Patience): Promise<void> {
    const known = remembered.filter(({ blockNumber }) => blockNumber <= newest.blockNumber)
    const last = known.at(-1)
    if (last === undefined || (await isOnChain(last, newest, patience))) return
    let [kept, gone] = [0, known.length - 1]
    while (kept < gone) {
      const middle = Math.floor((kept + gone) / 2)
      const block = known[middle]
      if (block !== undefined && (await isOnChain(block, newest, patience))) kept = middle + 1
      else gone = middle
    }
    remembered = known.slice(0, kept)
    // Not yet told, if reading fails now.
    const from = nextBlock()
    undone = smallerOf(from, undone ?? from)
  }

  function nextBlock(): bigint {
    const last = remembered.at(-1)
    return last === undefined ? first : last.blockNumber + 1n
  }

  async function readSome(fromBlock: bigint, newest: bigint, patience: Patience) {
    for (;;) {
      const toBlock = smallerOf(fromBlock + length.blocks - 1n, newest)
      try {
        const read = await readLogs(client, { address, topics }, { fromBlock, toBlock }, patience)
        length.accept(toBlock - fromBlock + 1n, read.weight)
        return { toBlock, ...read }
      } catch (error) {
        const isFinal = error instanceof AbortedError || error instanceof FalseLogsError || isUnreachable(error)
        if (isFinal || !length.refuse(toBlock - fromBlock + 1n)) throw error
      }
    }
  }

  /** A block that had logs counts by the hash that its logs have: where they are of a replaced block, it is noticed next time. */
  function remember(logs: ReadLogsReturnType["logs"], end: LogPosition): void {
    const blocks = new Map(remembered.map((block) => [block.blockNumber, block]))
    for (const { blockNumber, blockHash } of logs) {
      if (blockNumber === null || blockHash === null) continue
      blocks.set(BigInt(blockNumber), { blockNumber: BigInt(blockNumber), blockHash })
    }
    const last = { blockNumber: end.blockNumber, blockHash: end.blockHash }
    remembered = [...blocks.set(end.blockNumber, last).values()].slice(-maxRemembered)
  }

  async function read(patience: Patience) {
    // So each range that can still be replaced begins at a block that the chain still has.
    const isNewHead = head === undefined || nextBlock() + maxReorg > head.blockNumber
    if (isNewHead) {
      head = await readHead(client, finality, patience)
      if (head !== undefined) await stepBack(head, patience)
    }
    const fromBlock = nextBlock()
    if (head === undefined || fromBlock > head.blockNumber) return { logs: [], isCaughtUp: true }
    const { toBlock, logs } = await readSome(fromBlock, head.blockNumber, patience)
    const end = toBlock === head.blockNumber ? head : await readBlock(client, toBlock, patience)
    const last = logs.at(-1)
    const isOfOtherBlock = BigInt(last?.blockNumber ?? -1) === toBlock && last?.blockHash !== end?.blockHash
    if (end === undefined || isOfOtherBlock) {
      // The chain has replaced it meanwhile. What it has instead is read next.
      head = undefined
      replaced += 1
      if (replaced > maxReplaced)
        throw new FalseLogsError("they are of another block than the chain has", { fromBlock, toBlock })
      return { logs: [], isCaughtUp: false }
    }
    replaced = 0
    remember(logs, end)
    return { logs: parse(logs), isCaughtUp: isNewHead && toBlock === head.blockNumber }
  }

  return {
    async next(signal) {
      try {
        const part = await read({ clock, signal })
        const reorgedFrom = undone
        undone = undefined
        return { reorgedFrom, ...part, position: remembered.at(-1), head: head?.blockNumber }
      } catch (error) {
        throw isPlugsError(error) ? error : new NodeFailedError({ functionName: "eth_getLogs" }, nodeReason(error))
      }
    },
  }
}

/** How many blocks a node is asked for at once: fewer after it refused, more again after it answered for a while. */
type RangeLength = {
  readonly blocks: bigint
  /** @returns whether fewer can be asked for */
  refuse(asked: bigint): boolean
  accept(asked: bigint, weight: number): void
}

/** Answers between two attempts at a longer range, after one was refused. */
const patience = 16

/** Characters of the logs that a block of a busy socket has. */
const perBlock = 2_000

/**
 * @param most blocks
 * @param heavy characters of an answer above which ranges shrink. They grow below a quarter of it. Default: 4,000,000
 */
export function createRangeLength(most: bigint, heavy: number = 4_000_000): RangeLength {
  const light = heavy / 4
  const firstBlocks = BigInt(Math.ceil(heavy / perBlock))
  let blocks = smallerOf(most, firstBlocks)
  let calm = patience
  return {
    get blocks() {
      return blocks
    },
    refuse(asked) {
      calm = 0
      blocks = shorterRange(asked) || 1n
      return asked > 1n
    },
    accept(asked, weight) {
      calm += 1
      if (weight > heavy) blocks = shorterRange(asked) || 1n
      else if (weight < light && asked === blocks && calm > patience) blocks = smallerOf(blocks * 2n, most)
    },
  }
}
