import { reportFolder, saveMeasurements } from "./measurementFiles.js"
import { keysIn, type MeasuredWorld, type Measurement, measureWorld, noteTraffic } from "./measureWorld.js"
import type { Remember } from "#src/devnet/snapshots.js"

/** Where a world calls what records its costs. */
type RecordingHooks = {
  /** Called before the world goes back to a snapshot, while the chains still have what they are about to forget. */
  readonly beforeRevert: Set<() => Promise<void>>
  /** Each is called when a snapshot is taken, and what it returns when the world goes back to it. */
  readonly snapshotState: Set<Remember>
}

/**
 * Notes what is to be measured. With `hardhat test --plugs-report` it also measures everything before the world goes back to a snapshot and
 * before it stops, and saves it for the report, which is made when the tests of all processes have run.
 */
export function recordCosts(world: MeasuredWorld & RecordingHooks): void {
  noteTraffic(world)
  const folder = reportFolder()
  if (folder === undefined) return
  const all: Measurement[] = []
  /** What was counted of what is in the world now. */
  let counted: ReadonlySet<string> = new Set()

  async function count(): Promise<void> {
    const found = await measureWorld(world)
    all.push(...found.filter(({ key }) => !counted.has(key)))
    counted = new Set(found.map(({ key }) => key))
  }

  world.beforeRevert.add(count)
  // What the snapshot has was counted with what came after it. What comes from now on is new, even if it has the same ids.
  world.snapshotState.add(() => {
    const keys = keysIn(world)
    return () => {
      counted = new Set(keys.filter((key) => counted.has(key)))
    }
  })
  world.defer(async () => {
    await count()
    await saveMeasurements(folder, all)
  })
}
