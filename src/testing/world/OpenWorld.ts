import type { Address, Hex, TransactionReceipt } from "viem"

import type { ChainTime } from "./createChainTime.js"
import type { DeliveryControl } from "./createDeliveryControl.js"
import type { RequestLog } from "./createRequestLog.js"
import type { WorldClock } from "./createWorldClock.js"
import type { WorldHooks } from "./hooks.js"
import type { ProjectRuntime } from "./openProjectChains.js"
import type { ContractRegistry, MessageHistory } from "./registry.js"
import type { OpenDevnet } from "#src/devnet/openDevnet.js"
import type { Interceptor } from "#src/devnet/relay/Worker.js"
import type { Remember } from "#src/devnet/snapshots.js"
import type { Stage } from "#src/devnet/stages.js"
import type { Clock } from "#src/primitives/clock.js"
import type { Listeners } from "#src/primitives/lifetime/createListeners.js"

/** What can go wrong in. A devnet can be one, too. */
export type FaultyWorld = OpenDevnet<string, boolean, boolean> & {
  readonly clock: Clock
  readonly chainTime: Pick<ChainTime, "shift">
  /** The hooks of faults into the chains, the APIs and the executor. */
  readonly hooks: WorldHooks
  /** Each lists what a test makes go wrong at the moment, such as `world.faults.down("watcher")`, for failure texts. */
  readonly faultTexts: Set<() => readonly string[]>
  /** What changes the actors' work at the moment, first added first asked. Add and remove freely, then call `relay.wake()`. */
  readonly interceptors: Set<Interceptor<Stage>>
  /** What every part remembers at a snapshot: what a function returns is called after the chains went back, while no actor works. */
  readonly snapshotState: Set<Remember>
}

/** A started world, as its parts see it. */
export type OpenWorld = FaultyWorld & {
  readonly hre: ProjectRuntime
  /** Whether it has not been stopped. */
  readonly isOpen: () => boolean
  readonly clock: WorldClock
  readonly chainTime: ChainTime
  /** What reaches the chains. */
  readonly requests: Pick<RequestLog, "changes" | "unanswered" | "during" | "signal">
  /** The contracts that tests have deployed. */
  readonly registry: ContractRegistry
  /** When each message came to each of its states. */
  readonly history: MessageHistory
  /** Called with each transaction that a test has sent through `send`. */
  readonly onSent: Listeners<[Sent]>
  /** Who moves things: the actors by themselves, or the test. */
  readonly delivery: DeliveryControl
  /** Called before the world goes back to a snapshot, while the chains still have what they are about to forget. */
  readonly beforeRevert: Set<() => Promise<void>>
  /** What explores the world now. It has to end before anything else uses the world. */
  exploration: { readonly abandon: () => Promise<void> } | undefined
  /** Runs a function when the world stops; the last one deferred runs first. */
  readonly defer: (undo: () => Promise<void> | void) => void
}

/** A transaction sent through `send`, with the messages, requests or route that left in it. Lists are empty where nothing left. */
export type Sent = {
  readonly hash: Hex
  readonly receipt: TransactionReceipt
  /** Name of the chain; `"gateway"` for the gateway chain. */
  readonly chain: string
  /** The contract that was called. */
  readonly contract: Address
  readonly functionName: string
  /** What the messages cost, in wei. */
  readonly fee: bigint
  /** Wei that was attached for the function's own use. */
  readonly value: bigint
  /** All that was attached, in wei. */
  readonly attached: bigint
  readonly messageIds: readonly Hex[]
  /** The numbers of the requests that an app gateway made in it. Only transactions of the gateway chain make any. */
  readonly requestCounts: readonly number[]
  /** What was swapped; `undefined` if `world.swap` has not sent it. */
  readonly route: SentRoute | undefined
}

/** What a swap was to do. */
export type SentRoute = {
  readonly quoteId: string
  /** Names of the chains. */
  readonly from: string
  readonly to: string
}
