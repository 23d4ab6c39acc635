import { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

/** SQL that SQLite and Postgres both understand: `?` is a value, and columns have names in camel case. */
export type Statements = {
  readonly all: (sql: string, ...values: Value[]) => Promise<Row[]>
  readonly run: (sql: string, ...values: Value[]) => Promise<void>
}

/** A database that a watch has open. */
export type WatchDatabase = AsyncDisposable & {
  /** Where a file was put that was in its place, and that this user's watch has not written so. */
  readonly putAside: string | undefined
  /** Reads by one statement. Within {@link WatchDatabase.whole} it would wait for itself. */
  readonly all: Statements["all"]
  /** The rows of one statement. Only some are in memory at a time. */
  iterate(sql: string, ...values: Value[]): AsyncIterable<Row>
  /** Makes all changes of a function, or none if it throws or the process dies. Those of others come before or after. */
  readonly whole: <T>(work: (statements: Statements) => Promise<T>) => Promise<T>
  /** Holds the watch, or says who does. Only the holder may change anything. */
  hold(): Promise<Hold>
  /**
   * Says who holds the watch; `undefined` if nobody does. Needs no more than to read.
   *
   * @throws {WatchStoreUnusableError} there is no watch in it yet, or one of a later version
   */
  holder(): Promise<WatchHolder | undefined>
}

/** Who holds a watch. */
export type WatchHolder = {
  readonly name: string
  /** Milliseconds since 1970, where that is known. */
  readonly since: number | undefined
}

/** Whether this process holds a watch. Another `term` says that somebody may have held it in between. */
export type Hold =
  { readonly isOurs: true; readonly term: number } | { readonly isOurs: false; readonly holder: string | undefined }

/** Where a database is, without a password. */
export type DatabasePlace = { readonly file?: string; readonly database?: string }

/** What a store throws, and never a chain. */
export function isStoreError(error: unknown): boolean {
  return error instanceof PlugsError && error.code.startsWith("WATCH_STORE_")
}

/** The database of a watch cannot be used: it is none, of a later version, written by another process, or the disk is full. It is left as it is. */
export class WatchStoreUnusableError extends PlugsError {
  readonly code = "WATCH_STORE_UNUSABLE"

  constructor({ reason, next, ...place }: DatabasePlace & { readonly reason: string; readonly next?: string }) {
    super("The database of the watch cannot be used.", {
      facts: { ...place, reason: excerpt(reason, 160) },
      next: next ?? "Nothing was changed in it.",
    })
  }
}

/** What says that nobody has watched with a store yet. */
export const noWatchYet = {
  reason: "there is no watch in it yet",
  next: "Start one with npx hardhat messaging watch. Nothing was changed in it.",
} as const

/** The server of a watch's database does not answer now. Nothing is lost: chains keep their logs. */
export class WatchStoreUnreachableError extends PlugsError {
  readonly code = "WATCH_STORE_UNREACHABLE"

  constructor(database: string, reason: string) {
    super("The database of the watch could not be reached.", {
      facts: { database, reason: excerpt(reason, 160) },
      next: "It is asked again at each look. Check that it runs, and that plugs.watch.store names it.",
    })
  }
}

/** Another process holds the watch now, so that this one may not change anything. */
export class WatchStoreTakenError extends PlugsError {
  readonly code = "WATCH_STORE_TAKEN"

  constructor(database: string) {
    super("Another process holds the watch now.", {
      facts: { database },
      next: "This one takes over when that one ends.",
    })
  }
}
