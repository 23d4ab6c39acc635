import type { Hex } from "viem"
import { getAbiItem } from "viem/utils"

import { socketAbi } from "../onchain/abi.js"
import type { ChainView } from "../reading/ChainView.js"
import type { MessageChain } from "../reading/confirmDelivery.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import { createLogScanner, type LogScanner } from "#src/onchain/scanning/createLogScanner.js"
import { type Finality, readHead } from "#src/onchain/scanning/LogPosition.js"
import { retryingClient } from "#src/onchain/scanning/requestWithRetries.js"
import type { Clock } from "#src/primitives/clock.js"

/** What the logs of a socket have told: what to look at again. What is true, the state of the chain says. */
export type SocketNews = {
  /** Roots and message ids. */
  readonly about: ReadonlySet<Hex>
  /** The transactions that executed messages, by message id. */
  readonly executions: ReadonlyMap<Hex, Hex>
  /** The first block that the chain has replaced, if it has replaced any. */
  readonly reorgedFrom: bigint | undefined
}

/** A chain in the block up to which its logs are read. */
export type SocketView = ChainView & {
  readonly blockNumber: bigint
  /** The newest block that is as final as was asked for; below 0 if there is none. */
  readonly finalBlock: bigint
}

export type SocketFollower = {
  /** Reads what was mined since the last time; the first time, nothing. */
  read(signal?: AbortSignal): Promise<{ readonly view: SocketView; readonly news: SocketNews }>
}

/** Where messages are sealed, proposed and executed. */
const events = [
  getAbiItem({ abi: socketAbi, name: "Sealed" }),
  getAbiItem({ abi: socketAbi, name: "PacketProposed" }),
  getAbiItem({ abi: socketAbi, name: "ExecutionSuccess" }),
] as const

/** Follows the logs of a chain's socket from its newest block on. However many messages are followed, it asks as often. */
export function followSocket(
  { client, socket }: MessageChain,
  { finality, clock }: { readonly finality: Finality; readonly clock: Clock },
): SocketFollower {
  const together = batchCalls(retryingClient(client, clock))
  let scanner: LogScanner<typeof events> | undefined
  let news = noNews()

  return {
    async read(signal) {
      const patience = { clock, signal }
      const position = await readAll()
      const { blockNumber } = position
      const finalBlock =
        typeof finality === "number"
          ? blockNumber - BigInt(finality)
          : finality === "latest"
            ? blockNumber
            : ((await readHead(client, finality, patience))?.blockNumber ?? -1n)
      const told = news
      news = noNews()
      return { news: told, view: { client: together, socket, blockNumber, finalBlock, answers: new Map() } }

      async function readAll() {
        scanner ??= createLogScanner(client, { address: [socket], events, from: await requireHead(), clock })
        for (;;) {
          const { logs, reorgedFrom, isCaughtUp, position } = await scanner.next(signal)
          for (const log of logs) {
            news.about.add(log.eventName === "ExecutionSuccess" ? log.args.msgId : log.args.root)
            if (log.eventName === "ExecutionSuccess") news.executions.set(log.args.msgId, log.transactionHash)
          }
          if (reorgedFrom !== undefined && (news.reorgedFrom ?? reorgedFrom) >= reorgedFrom) {
            news = { ...news, reorgedFrom }
          }
          if (isCaughtUp) return position ?? (await requireHead())
        }
      }

      async function requireHead() {
        const head = await readHead(client, "latest", patience)
        if (head === undefined) throw new NodeFailedError({ functionName: "eth_getBlockByNumber" }, "it has no block")
        return head
      }
    },
  }
}

function noNews() {
  return { about: new Set<Hex>(), executions: new Map<Hex, Hex>(), reorgedFrom: undefined as bigint | undefined }
}
