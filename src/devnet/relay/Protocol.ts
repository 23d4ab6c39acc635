import type { Hex } from "viem"

import type { Accounts } from "../chain/accounts.js"
import type { LocalChain } from "../chain/chains.js"
import type { Observer } from "../chain/followLogs.js"
import type { Queue, WorkerGroup } from "./Worker.js"
import type { Clock } from "#src/primitives/clock.js"
import type { Disposables } from "#src/primitives/lifetime/Disposables.js"
import type { RetryOutcome } from "#src/primitives/reverts/RetryOutcome.js"

export type Protocol<Stage extends string> = {
  readonly queues: readonly Queue<Stage>[]
  /** Starts a worker for each stage and chain. They send nothing more once the signal has fired. */
  startWorkers(signal: AbortSignal): WorkerGroup<Stage>
  /** Reads everything that the chains have mined so far into the ledger. */
  sync(): Promise<void>
  /** Remembers what no chain logs. Returns a function that goes back to it, once the chains are set back and read again. */
  remember(): Promise<() => void>
  /** Whether something has this id. */
  knows(id: Hex): boolean
  /** Tries again what was given up. `undefined` if the protocol knows nothing with this id. */
  retry?(id: string): RetryOutcome | undefined
}

/** What every protocol of a devnet is opened with. */
export type ProtocolContext = {
  readonly accounts: Accounts
  readonly clock: Clock
  readonly retries: RetryPolicy
  readonly cleanup: Disposables
  readonly report: (error: unknown) => void
}

/** What an actor works with on one chain. */
export type WorkerContext<Contracts, Ledger> = Pick<ProtocolContext, "clock" | "retries"> & {
  readonly chain: LocalChain
  readonly contracts: Contracts
  readonly ledger: Ledger
  readonly observer: Observer
}

/** How often a call that reverts is attempted, and how long the devnet waits between two attempts. */
export type RetryPolicy = {
  /** Attempts in all, the first one included. */
  readonly attempts: number
  /** Milliseconds between two attempts. */
  readonly delay: number
}
