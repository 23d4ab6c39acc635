import type { OpenDevnet } from "../devnet/openDevnet.js"
import type { Remember } from "../devnet/snapshots.js"
import type { Stage } from "../devnet/stages.js"
import type { Interceptor } from "../devnet/relay/Interceptor.js"
import type { Listeners } from "../primitives/createListeners.js"
import type { RequestLog } from "./chains/createRequestLog.js"
import type { ProjectRuntime } from "./chains/openWorldChains.js"
import type { ContractRegistry } from "./contracts/createRegistry.js"
import type { DeliveryControl } from "./delivery/createDeliveryControl.js"
import type { FaultSeams } from "./faults/seams/createFaultSeams.js"
import type { Sent } from "./Sent.js"
import type { MessageHistory } from "./assertions/messages/describing/createHistory.js"
import type { ChainTime } from "./time/createChainTime.js"
import type { WorldClock } from "./time/createWorldClock.js"

/** A started world, as its parts see it. */
export type OpenWorld = OpenDevnet<string, boolean, boolean> & {
  readonly hre: ProjectRuntime
  /** Whether it has not been stopped. */
  readonly isOpen: () => boolean
  readonly clock: WorldClock
  readonly chainTime: ChainTime
  /** What reaches the chains. */
  readonly requests: Pick<RequestLog, "changes" | "unanswered">
  /** Where faults take hold of the chains, the APIs and the executor. */
  readonly seams: FaultSeams
  /** The contracts that tests have deployed. */
  readonly registry: ContractRegistry
  /** When each message came to each of its states. */
  readonly history: MessageHistory
  /** Each lists what a test makes go wrong at the moment, such as `world.faults.down("watcher")`, for failure texts. */
  readonly faultTexts: Set<() => readonly string[]>
  /** Called with each transaction that a test has sent through `send`. */
  readonly onSent: Listeners<[Sent]>
  /** Who moves things: the actors by themselves, or the test. */
  readonly delivery: DeliveryControl
  /** What changes the actors' work at the moment, first added first asked. Add and remove freely, then call `relay.wake()`. */
  readonly interceptors: Set<Interceptor<Stage>>
  /** Called before the world goes back to a snapshot, while the chains still have what they are about to forget. */
  readonly departures: Set<() => Promise<void>>
  /**
   * What every part remembers at a snapshot, beside the clock: each function is called when one is taken, and what it returns when the
   * world goes back to it, after the chains have and while no actor works.
   */
  readonly memories: Set<Remember>
  /** Runs a function when the world stops; the last one deferred runs first. */
  readonly defer: (undo: () => Promise<void> | void) => void
}
