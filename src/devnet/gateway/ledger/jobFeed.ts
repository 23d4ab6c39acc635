import type { Hex } from "viem"

import type { Clock } from "../../../primitives/clock.js"
import { createListeners } from "../../../primitives/createListeners.js"
import { isGivenUp } from "./attempt.js"
import type { JobChange, JobRecord } from "./types.js"

/** Notifies listeners of timeouts and triggers that have changed. */
export type JobFeed = {
  /** Looks at these jobs again. */
  touch(ids: readonly Hex[]): void
  /** Remembers what listeners were told. Returns a function that goes back to it. */
  remember(): () => void
  readonly subscribe: (listener: (change: JobChange) => void) => () => void
}

/** @param job finds the record of a timeout or a trigger */
export function createJobFeed(job: (id: Hex) => JobRecord | undefined, clock: Pick<Clock, "now">): JobFeed {
  const listeners = createListeners<[change: JobChange]>()
  /** What listeners were told last. A further attempt that fails in the same way is no change, until the job is given up. */
  const told = new Map<Hex, string>()

  return {
    touch(ids) {
      for (const id of ids) {
        const record = job(id)
        if (record === undefined) continue
        const { status, attempt } = record.kind === "timeout" ? record.timeout : record.trigger
        const now = [status, attempt.revertData, isGivenUp(attempt)].join(" ")
        if (told.get(id) === now) continue
        told.set(id, now)
        listeners.notify({ ...record, at: clock.now() })
      }
    },
    remember() {
      const remembered = [...told]
      return () => {
        told.clear()
        for (const [id, said] of remembered) told.set(id, said)
      }
    },
    subscribe: (listener) => listeners.subscribe(listener),
  }
}
