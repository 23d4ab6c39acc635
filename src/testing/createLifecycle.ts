import type { OpenWorld } from "./world/OpenWorld.js"
import { WorldNotStartedError } from "./world/runningWorlds.js"

export type Running = { readonly world: OpenWorld; readonly stop: () => Promise<void> }

/** Starting and stopping a world, as hooks of a test runner call them: with any arguments, and more than once. */
type Lifecycle = {
  /** The world that runs. Throws a WorldNotStartedError if none does. */
  readonly opened: () => OpenWorld
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param open starts everything. If it rejects, it leaves nothing behind */
export function createLifecycle(open: () => Promise<Running>): Lifecycle {
  let starting: Promise<Running> | undefined
  let running: Running | undefined
  /** The last stop. What comes next waits for it. */
  let stopping: Promise<void> = Promise.resolve()

  async function stopWhatStarts(started: Promise<Running> | undefined): Promise<void> {
    // `start` reports why it failed.
    const world = await started?.catch(() => undefined)
    await world?.stop()
  }

  return {
    opened() {
      if (running === undefined) throw new WorldNotStartedError()
      return running.world
    },
    async start() {
      const mine = (starting ??= stopping.then(open))
      try {
        const started = await mine
        // It may have been stopped meanwhile.
        if (starting === mine) running = started
      } catch (error) {
        if (starting === mine) starting = undefined
        throw error
      }
    },
    async stop() {
      const started = starting
      starting = undefined
      running = undefined
      const ended = stopping.then(() => stopWhatStarts(started))
      stopping = ended.catch(() => undefined)
      await ended
    },
  }
}
