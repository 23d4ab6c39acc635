import type { OpenDevnet } from "../devnet/openDevnet.js"
import type { Stage } from "../devnet/stages.js"
import type { Interceptor } from "../devnet/relay/Interceptor.js"
import type { Listeners } from "../primitives/createListeners.js"
import type { ProjectRuntime } from "./chains/openWorldChains.js"
import type { ContractRegistry } from "./contracts/createRegistry.js"
import type { Sent } from "./Sent.js"
import type { WorldClock } from "./time/createWorldClock.js"

/** A started world, as its parts see it. */
export type OpenWorld = OpenDevnet<string, boolean, boolean> & {
  readonly hre: ProjectRuntime
  readonly clock: WorldClock
  /** The contracts that tests have deployed. */
  readonly registry: ContractRegistry
  /** Called with each transaction that a test has sent through `send`. */
  readonly onSent: Listeners<[Sent]>
  /** What changes the actors' work at the moment, first added first asked. Add and remove freely, then call `relay.wake()`. */
  readonly interceptors: Set<Interceptor<Stage>>
  /** Called before the world goes back to a snapshot, while the chains still have what they are about to forget. */
  readonly departures: Set<() => Promise<void>>
  /**
   * What every part remembers at a snapshot: each function is called when one is taken, and what it returns when the world goes back to
   * it, after the chains have.
   */
  readonly memories: Set<() => () => void | Promise<void>>
  /** Runs a function when the world stops; the last one deferred runs first. */
  readonly defer: (undo: () => Promise<void> | void) => void
}
