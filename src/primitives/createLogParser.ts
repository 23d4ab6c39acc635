import type { Abi, AbiEvent, AbiParameter, Hex, Log, ParseEventLogsReturnType, RpcLog } from "viem"
import { decodeAbiParameters, formatLog, toEventSelector } from "viem/utils"

/** viem's `parseEventLogs`, but it hashes each event's signature once, not for every log, which is most of viem's work. */
export function createLogParser<const EventsAbi extends Abi>(
  abi: EventsAbi,
): (logs: readonly (Log | RpcLog)[]) => ParseEventLogsReturnType<EventsAbi, undefined, true> {
  let events: ReadonlyMap<Hex, AbiEvent> | undefined

  return (logs) => {
    // Most blocks have none.
    if (logs.length > 0) events ??= eventsOf(abi)
    const parsed = logs.flatMap((log) => {
      const event = log.topics[0] === undefined ? undefined : events?.get(log.topics[0])
      const args = event === undefined ? undefined : decodeArguments(event, log)
      // An RPC log has its numbers as text.
      const formatted = typeof log.blockNumber === "bigint" ? log : formatLog(log as RpcLog)
      return args === undefined ? [] : [{ ...formatted, eventName: event?.name, args }]
    })
    return parsed as unknown as ParseEventLogsReturnType<EventsAbi, undefined, true>
  }
}

function eventsOf(abi: Abi): ReadonlyMap<Hex, AbiEvent> {
  return new Map(abi.filter((item) => item.type === "event").map((item) => [toEventSelector(item), item]))
}

/** Returns undefined for a log that does not fit the event. Any contract can log malformed data under the same topic. */
function decodeArguments(
  { inputs }: AbiEvent,
  { topics: [, ...topics], data }: Pick<Log | RpcLog, "topics" | "data">,
): Record<string, unknown> | undefined {
  const indexed = inputs.filter((input) => input.indexed === true)
  const others = inputs.filter((input) => input.indexed !== true)
  if (topics.length < indexed.length) return undefined
  try {
    const values = decodeAbiParameters(others, data)
    return Object.fromEntries([
      ...indexed.map((input, index) => [input.name, decodeTopic(input, topics[index] ?? "0x")]),
      ...others.map((input, index) => [input.name, values[index]]),
    ]) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** A topic holds only the hash of what can be longer than a word. */
function decodeTopic(input: AbiParameter, topic: Hex): unknown {
  if (/^(?:string|bytes|tuple)$|\]$/.test(input.type)) return topic
  return decodeAbiParameters([input], topic)[0]
}
