import type { Hex } from "viem"

import type { LogPosition } from "../../../onchain/scanning/LogPosition.js"
import type { Alert, RaisedAlert } from "../alerts/Alert.js"
import type { ChainFacts, Mark, SentMessage } from "../ChainFacts.js"
import type { PlacedMark, WatchedMessage } from "../progress.js"
import type { ExportedMessage, ExportStart } from "./exportedMessages.js"

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
}

export type StoredEvent = { readonly sequence: number; readonly fields: EventFields }
export type EventFields = { readonly event: string } & Readonly<Record<string, unknown>>

/** What a watch knows. Each change is made whole or not at all, also if the process dies. `now` is in milliseconds since 1970. */
export type WatchStore = Disposable & {
  /** Where a file was put that was in its place and that this user's watch has not written so. The chains are read again from the start. */
  readonly putAside: string | undefined
  /** Begins with a chain anew, unless it is the one that was read before. Returns up to where it was read. */
  openChain(slug: number, identity: string): LogPosition | undefined
  /** Writes down what some blocks of a chain say, and tells what changes by it. */
  record(slug: number, blocks: RecordedBlocks, now: number): void
  /** Writes down a message that was found elsewhere than in the blocks that are read. */
  add(message: SentMessage, now: number): void
  /** The messages that are not taken back, in the order in which they were sent. Only one is in memory at a time. */
  exported(start: ExportStart): Iterable<ExportedMessage>
  /** The messages that are neither delivered nor taken back. */
  inFlight(): readonly KnownMessage[]
  /** How many messages are delivered. */
  countDelivered(): number
  message(id: Hex): KnownMessage | undefined
  /** A message that says the same to the same plug. */
  findCopy(message: Pick<SentMessage, "details" | "dst" | "dstPlug">): Hex | undefined
  marksOf(message: Pick<WatchedMessage, "id" | "packed">): readonly PlacedMark[]
  /** The newest executions that were not held against what was sent. */
  unchecked(): readonly Execution[]
  /** Writes down what came of it. */
  judge(execution: Pick<Execution, "chain" | "block" | "log">, verdict: Alert | "fine"): void
  /** The executions with which something is wrong. */
  wrong(): readonly (Mark & { readonly chain: number; readonly verdict: Alert })[]
  /** The alerts that last, by their ids, which begin with this. */
  alerts(scope?: string): ReadonlyMap<string, RaisedAlert>
  /** Raises an alert, or ends it without one, and tells the event. */
  setAlert(id: string, alert: RaisedAlert | undefined, event: EventFields): void
  /** The oldest events that a reader has not read. A new one begins with what is told next. */
  unread(
    reader: string,
    options: { readonly limit: number; readonly fromStart?: boolean | undefined },
  ): readonly StoredEvent[]
  markRead(reader: string, sequence: number): void
  /** Forgets what all have read, and marks from before a moment, in seconds, that are of no watched message. */
  prune(before: number): void
}
