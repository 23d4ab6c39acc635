import type { OpenWorld } from "../OpenWorld.js"
import { saveMeasurements, reportFolder } from "./measurementFiles.js"
import type { Measurement } from "./Measurement.js"
import { measureWorld, noteTraffic } from "./measureWorld.js"

/**
 * Notes what is to be measured. With `hardhat test --plugs-report` it also measures everything before the world goes back to a snapshot and
 * before it stops, and saves it for the report, which is made when the tests of all processes have run.
 */
export function recordCosts(world: OpenWorld): void {
  noteTraffic(world)
  const folder = reportFolder()
  if (folder === undefined) return
  const all: Measurement[] = []
  /** What was counted in the world as it is now. A snapshot keeps it, so that nothing in the snapshot is counted twice. */
  let counted: ReadonlySet<string> = new Set()

  async function count(): Promise<void> {
    const found = await measureWorld(world)
    all.push(...found.filter(({ key }) => !counted.has(key)))
    counted = new Set([...counted, ...found.map(({ key }) => key)])
  }

  world.departures.add(count)
  world.memories.add(() => {
    const then = counted
    return () => {
      counted = then
    }
  })
  world.defer(async () => {
    await count()
    await saveMeasurements(folder, all)
  })
}
