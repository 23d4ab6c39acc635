import type { Address } from "viem"

import type { FaultyWorld } from "../world/OpenWorld.js"
import { createNewItems } from "./parts.js"
import type { DataOf, FaultName } from "./WorldFaults.js"
import type { Interceptor } from "#src/devnet/relay/Worker.js"
import type { Stage } from "#src/devnet/stages.js"

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

export type FaultContext = {
  readonly world: FaultyWorld
  /** Counts that the fault has shown, once or more often. */
  readonly happen: (times?: number) => void
  /** How often it has shown so far. */
  readonly happened: () => number
  /** What it noted to be undone with, also in an earlier process that kept it. */
  readonly noted: unknown
  readonly note: (what: unknown) => void
}

export type FaultKind<Kind extends FaultName> = (data: DataOf<Kind>, context: FaultContext) => FaultWork

type IsAbout = (stage: Stage, chainSlug: number, account?: Address) => boolean

/** Keeps items from the actors. The fault happens once to each. */
export function withhold(isAbout: IsAbout, { happen }: FaultContext): FaultWork {
  const countNew = createNewItems()
  return {
    interceptor: {
      choose(stage, chainSlug, items, account) {
        if (!isAbout(stage, chainSlug, account)) return items
        happen(countNew(items))
        return []
      },
    },
  }
}

/** Lets the actors begin with items later. The fault happens once to each. */
export function delay(isAbout: IsAbout, seconds: number, { happen }: FaultContext): FaultWork {
  const countNew = createNewItems()
  return {
    interceptor: {
      delay(stage, chainSlug, item, account) {
        if (!isAbout(stage, chainSlug, account)) return 0
        happen(countNew([item]))
        return seconds * 1_000
      },
    },
  }
}
