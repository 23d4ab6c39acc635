import { setImmediate } from "node:timers/promises"

import type { Hex } from "viem"
import { readContract } from "viem/actions"

import { type ChainProgress, followChain, type FollowedChain } from "./followChain.js"
import { readAllStates } from "./readStates.js"
import { watchedAmong } from "./scanChain.js"
import { createWatchStore } from "./store/createWatchStore.js"
import type { ExportedMessage, ExportStart } from "./store/exportedMessages.js"
import { AbortedError } from "#src/http/errors.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { FalseLogsError } from "#src/onchain/scanning/readLogs.js"
import type { Clock } from "#src/primitives/clock.js"

export type ReadExportOptions = {
  /** Each is read from its block `from` on. */
  readonly chains: readonly FollowedChain[]
  readonly start: ExportStart
  readonly finality: Finality
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Messages that chains have logged, in a temporary database, so that memory does not grow with them. */
export type ReadExport = AsyncDisposable & {
  /** Up to which block each chain is read, and why not further. */
  readonly chains: readonly ChainProgress[]
  /** @throws {AbortedError} the signal was aborted */
  messages(): AsyncIterable<ExportedMessage>
}

/** Messages after which other work has its turn, and questions that are asked at the same time. */
const atOnce = 128

/**
 * Reads all messages of watched plugs from the logs of their chains, as a watch does.
 *
 * @throws {FalseLogsError} a chain has executed a message, and its node has no log of that
 * @throws {WatchStoreUnusableError} there is no room for the temporary database
 * @throws {AbortedError} the signal was aborted
 */
export async function readExport({ chains, start, ...options }: ReadExportOptions): Promise<ReadExport> {
  const { finality, signal } = options
  const store = await createWatchStore("")
  try {
    const isWatched = watchedAmong(chains)
    const readers = chains.map((chain) => followChain(chain, { ...options, store, isWatched, isFrugal: false }))
    await Promise.all(readers.map((read) => read(signal)))
    // One chain can take hours longer than another. Now all are read up to about the same moment.
    const progress = await Promise.all(readers.map((read) => read(signal)))
    await readAllStates({ store, chains, clock: options.clock })
    if (finality === "latest") await refuseForgotten(store.exported(start), chains, progress)
    return {
      chains: progress,
      async *messages() {
        let count = 0
        for await (const message of store.exported(start)) {
          if ((count += 1) % atOnce === 0) await setImmediate()
          if (signal.aborted) throw new AbortedError()
          yield message
        }
      },
      [Symbol.asyncDispose]: store[Symbol.asyncDispose],
    }
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

/** A socket does not forget what it has executed. A node can have forgotten the log. */
async function refuseForgotten(
  messages: AsyncIterable<ExportedMessage>,
  single: readonly FollowedChain[],
  progress: readonly ChainProgress[],
): Promise<void> {
  const chains = single.map((chain) => ({ ...chain, client: batchCalls(chain.client) }))
  const ask = async (id: Hex, { client, socket, name: chain, from }: FollowedChain, toBlock: bigint): Promise<void> => {
    const call = { abi: socketAbi, address: socket, functionName: "messageExecuted", args: [id] } as const
    const isExecuted = await readContract(client, { ...call, blockNumber: toBlock }).catch((error: unknown) => {
      throw explainCallError(error, { ...call, chain })
    })
    const problem = `${chain} has executed message ${id}, and no log of it is among them`
    if (isExecuted) throw new FalseLogsError(problem, { fromBlock: from, toBlock })
  }
  const asked: Promise<void>[] = []
  for await (const { messageId, dstChainSlug, executionTxHash } of messages) {
    const index = chains.findIndex(({ slug }) => slug === dstChainSlug)
    const [chain, block] = [chains[index], progress[index]?.block]
    if (executionTxHash !== null || chain === undefined || block === undefined) continue
    asked.push(ask(messageId as Hex, chain, block))
    if (asked.length === atOnce) await Promise.all(asked.splice(0))
  }
  await Promise.all(asked)
}
