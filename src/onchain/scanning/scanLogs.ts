import type { Abi, Client, ParseEventLogsReturnType } from "viem"

import { isTransient, poll, type PollOptions } from "../../http/polling/poll.js"
import { createLogScanner, type LogScannerOptions, type ScannedBlocks } from "./createLogScanner.js"

export type ScanLogsParameters<EventsAbi extends Abi> = LogScannerOptions<EventsAbi> &
  Pick<PollOptions, "timeout" | "signal" | "random" | "onTrouble"> & {
    /** Milliseconds between two requests while nothing happens. Default: 5,000. */
    readonly interval?: number | undefined
  }

/**
 * Follows the logs of a chain: reads all that there are, without a pause, and then the new ones. As long as none come, it makes at most
 * one request an interval, also on a chain whose every block takes three. What a node answers late or not at all is read later.
 *
 * It ends at the deadline, or when the caller leaves the loop.
 *
 * @throws {FalseLogsError} the node gave logs that it was not asked for
 * @throws {AbortedError} the signal was aborted
 * @example
 * for await (const { reorgedFrom, logs, position } of scanLogs(client, { address: [token], events: erc20Abi, from: 0n, timeout })) …
 */
export async function* scanLogs<const EventsAbi extends Abi>(
  client: Client,
  { interval = 5_000, timeout, signal, random, onTrouble, ...options }: ScanLogsParameters<EventsAbi>,
): AsyncGenerator<ScannedBlocks<ParseEventLogsReturnType<EventsAbi, undefined, true>[number]>, void, undefined> {
  let requests = 0
  const request = async (question: never): Promise<unknown> => {
    requests += 1
    return await client.request(question)
  }
  const scanner = createLogScanner({ ...client, request: request as Client["request"] }, options)
  const read = async (stop: AbortSignal) => {
    requests = 0
    const value = await scanner.next(stop)
    return { value, nextIn: interval * (value.logs.length > 0 ? 1 : requests) }
  }
  const timing = { timeout, signal, random, onTrouble, clock: options.clock }
  for await (const part of poll(read, { ...timing, minInterval: interval, maxInterval: 4 * interval })) {
    yield part
    let last = part
    while (!last.isCaughtUp) {
      try {
        last = await scanner.next(signal)
      } catch (error) {
        // It is read again after the interval.
        if (!isTransient(error)) throw error
        break
      }
      yield last
    }
  }
}
