import type { Interceptor } from "../../devnet/relay/Interceptor.js"
import type { Stage } from "../../devnet/stages.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import type { DataOf, FaultName } from "./WorldFaults.js"

/** What a fault does, while it lasts. Every function is optional. */
export type FaultWork = {
  /** Changes what the actors do. */
  readonly interceptor?: Interceptor<Stage> | undefined
  /** Changes what no chain keeps: settings, hooks, listeners. Returns a function that changes it back. */
  readonly attach?: (() => () => void) | undefined
  /** Sends the transactions that it begins with. */
  readonly begin?: (() => Promise<void>) | undefined
  /** Sends the transactions that it ends with. Not called when the chains themselves go back to before it. */
  readonly undo?: (() => Promise<void>) | undefined
}

/** What a fault works with. */
export type FaultContext = {
  readonly world: OpenWorld
  /** Counts that the fault has shown, once or more often. */
  readonly happen: (times?: number) => void
  /** How often it has shown so far. */
  readonly happened: () => number
}

/** Makes what a fault of one kind does, from its data. */
export type FaultKind<Kind extends FaultName> = (data: DataOf<Kind>, context: FaultContext) => FaultWork
