import type { Hex } from "viem"

import type { Alert, RaisedAlert } from "../alerts/Alert.js"
import type { ChainFacts, Mark, SentMessage } from "../ChainFacts.js"
import type { PlacedMark, WatchedMessage } from "../progress.js"
import type { ExportedMessage, ExportStart } from "./exportedMessages.js"
import type { Hold, WatchHolder } from "./WatchDatabase.js"
import type { ShownStatus } from "#src/messaging/facts/statusOf.js"
import type { LogPosition } from "#src/onchain/scanning/LogPosition.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"

/** What a step of a scan has found, and where it ended. */
export type RecordedBlocks = ChainFacts & {
  readonly reorgedFrom?: bigint | undefined
  readonly position: LogPosition | undefined
}

/** A message with the status that was told last. `since` is in seconds since 1970, by the clock of the chain. */
export type KnownMessage = WatchedMessage & { readonly status: string; readonly since: number }

export type Execution = Mark & {
  readonly chain: number
  readonly message: KnownMessage | undefined
  /** Whether the chain has logged an execution of the same message before. */
  readonly isRepeated: boolean
  /** When it was first read, in milliseconds since 1970. */
  readonly seen: number
}

/** What came of holding an execution against what was sent; `unwatched` where it concerns no watched plug. */
export type StoredVerdict = Alert | "fine" | "unwatched"

/** Where messages come from and arrive. The source is what their ids say. */
export type DeliveryPath = { readonly src: number; readonly chain: number }

/** A chain as it was last read. Nothing is known of one that was never read up to its newest block. */
export type WatchedChain = {
  readonly slug: number
  readonly name: string | null
  /** The newest block that was read. */
  readonly block: number | null
  /** When that was, in milliseconds since 1970. */
  readonly lookedAt: number | null
}

export type MessageCount = {
  readonly src: number
  readonly dst: number
  readonly status: string
  readonly count: number
}

/** Which messages are wanted: of all sources, plugs and states, but for those that are named. */
export type LatestMessages = {
  readonly src: number | undefined
  readonly srcPlug: string | undefined
  readonly status: string | undefined
  readonly limit: number
}

/** When a message was sent and when it arrived, in seconds since 1970 by the clocks of its chains. */
export type Arrival = Readonly<Record<"src" | "dst" | "at" | "since", number>>

export type StoredEvent = { readonly sequence: number; readonly fields: EventFields }
export type EventFields = { readonly event: string } & Readonly<Record<string, unknown>>

/** What a watch knows. Each change is made whole or not at all, also if the process dies. `now` is in milliseconds since 1970. */
export type WatchStore = AsyncDisposable & {
  /** Where a file was put that was in its place and that this user's watch has not written so. The chains are read again from the start. */
  readonly putAside: string | undefined
  /** Holds the watch, or says who does. Only the holder may change anything. */
  hold(): Promise<Hold>
  /** Says who holds the watch; `undefined` if nobody does. */
  holder(): Promise<WatchHolder | undefined>
  /** The chains that were read. */
  chains(): Promise<readonly WatchedChain[]>
  /** Counts the messages that are not taken back, by where they come from and arrive and by their last status. */
  countMessages(): Promise<readonly MessageCount[]>
  /** Begins with a chain anew, unless it is the one that was read before. Returns up to where it was read. */
  openChain(slug: number, identity: string): Promise<LogPosition | undefined>
  /** Writes down what some blocks of a chain say, and tells what changes by it. */
  record(slug: number, blocks: RecordedBlocks, now: number): Promise<void>
  /** Writes down that these chains have now been read up to their newest block. */
  looked(chains: readonly { readonly slug: number; readonly name: string }[], now: number): Promise<void>
  /** Writes down a message that was found elsewhere than in the blocks that are read. */
  add(message: SentMessage, now: number): Promise<void>
  /** Writes down what the state of the destination says of a message that was proposed, at a time in seconds, and tells what changes by it. */
  setShown(id: Hex, shown: { readonly status: ShownStatus; readonly at: number }, now: number): Promise<void>
  /** The messages that are not taken back, in the order in which they were sent. Only one is in memory at a time. */
  exported(start: ExportStart): AsyncIterable<ExportedMessage>
  /** The messages that were sent last and are not taken back, the newest first. */
  latest(wanted: LatestMessages): Promise<readonly KnownMessage[]>
  /** The messages that are neither delivered nor taken back. */
  inFlight(): Promise<readonly KnownMessage[]>
  /** How many messages are delivered. */
  countDelivered(): Promise<number>
  message(id: Hex): Promise<KnownMessage | undefined>
  /** The messages that arrived since a time in seconds, path by path. Only some are in memory at a time. */
  arrivals(since: number): AsyncIterable<Arrival>
  /** A message that says the same to the same plug. */
  findCopy(message: Pick<SentMessage, "details" | "dst" | "dstPlug">): Promise<Hex | undefined>
  marksOf(message: Pick<WatchedMessage, "id" | "packed">): Promise<readonly PlacedMark[]>
  /** The paths with executions that are to be held against what was sent by now. */
  pathsToJudge(now: number): Promise<readonly DeliveryPath[]>
  /** The executions of a path that are to be judged by now, those that have waited longest first. */
  toJudge(path: DeliveryPath, now: number): Promise<readonly Execution[]>
  /** Writes down what came of it, and when to judge it again, if that is not final. */
  judge(execution: Pick<Execution, "chain" | "block" | "log">, verdict: StoredVerdict, again?: number): Promise<void>
  /** The executions with which something is wrong, and those that are unverified and were first read by a moment. */
  wrong(seenBy: number): Promise<readonly (Mark & { readonly chain: number; readonly verdict: Alert })[]>
  /** The paths with executions that are not judged at all, and were first read by a moment. */
  unjudged(seenBy: number): Promise<readonly (DeliveryPath & { readonly count: number })[]>
  /** The executions on a chain of which is to be read by now what contracts did in them, those that have waited longest first. */
  toLookAt(chain: number, now: number, limit: number): Promise<readonly Execution[]>
  /** Writes down what is held of an execution, or why that is not read, and when to read it again, if that is not final. */
  setOutcome(
    execution: Pick<Execution, "chain" | "block" | "log">,
    outcome: { readonly held: Readonly<Record<string, Alert>> } | { readonly unread: string } | "unwatched",
    again?: number,
  ): Promise<void>
  /** What is held of all executions, by the ids of its alerts. */
  held(): Promise<ReadonlyMap<string, Alert>>
  /** The paths with executions of which was never read what contracts did in them, and that were first read by a moment. */
  notLookedAt(
    seenBy: number,
  ): Promise<readonly (DeliveryPath & { readonly count: number; readonly why: string | null })[]>
  /** The paths with executions that are to be judged, and whose messages are not known. */
  unmatched(): Promise<readonly DeliveryPath[]>
  /** Remembers what cannot be read now, and nothing else. Returns since when each could not. */
  unreadSince(ids: Iterable<string>, now: number): Promise<ReadonlyMap<string, number>>
  /** The alerts that last, by their ids, which begin with this. */
  alerts(scope?: string): Promise<ReadonlyMap<string, RaisedAlert>>
  /** The ends of alerts since a moment that are still known, the newest first, at most 1,000. */
  ends(since: number): Promise<readonly EventFields[]>
  /** Raises an alert, or ends it without one, and tells the event. */
  setAlert(id: string, alert: RaisedAlert | undefined, event: EventFields): Promise<void>
  /** The oldest events that a reader has not read. A new one begins with what is told next. */
  unread(
    reader: string,
    options: { readonly limit: number; readonly fromStart?: boolean | undefined },
  ): Promise<readonly StoredEvent[]>
  markRead(reader: string, sequence: number): Promise<void>
  /** Takes over what a file knows, if nothing is known here. Returns how many rows, by their tables. */
  importFile(file: string, key: RecordsKey): Promise<Readonly<Record<string, number>>>
  /**
   * Forgets events that all have read, but for ends of alerts, marks of the last day's packets that are of no watched message, and all that has been over for `keptFor` milliseconds, 30 days by default: events,
   * and messages that were delivered or taken back, with their marks. Of a delivery it stays known that there was one.
   */
  prune(now: number, keptFor?: number): Promise<void>
}
