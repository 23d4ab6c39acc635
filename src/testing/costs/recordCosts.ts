import type { OpenWorld } from "../OpenWorld.js"
import { reportFolder, saveMeasurements } from "./measurementFiles.js"
import { messageKeys, requestKey } from "./measurementKeys.js"
import type { Measurement } from "./Measurement.js"
import { measureWorld } from "./measureWorld.js"
import { noteTraffic, trafficOf } from "./traffic.js"

/**
 * Notes what is to be measured. With `hardhat test --plugs-report` it also measures everything before the world goes back to a snapshot and
 * before it stops, and saves it for the report, which is made when the tests of all processes have run.
 */
export function recordCosts(world: OpenWorld): void {
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

  world.departures.add(count)
  // What the snapshot has was counted with what came after it. What comes from now on is new, even if it has the same ids.
  world.memories.add(() => {
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

function keysIn(world: OpenWorld): string[] {
  const { messages, requests } = trafficOf(world)
  return [...messages.flatMap((record) => Object.values(messageKeys(record))), ...requests.map(requestKey)].filter(
    (key) => key !== undefined,
  )
}
