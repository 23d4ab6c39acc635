import type { Measure, Sample } from "../measuring/Measure.ts"
import { medianSample } from "../measuring/median.ts"
import { createProject } from "../measuring/Project.ts"
import { runHardhat } from "../measuring/runHardhat.ts"

const rounds = 5
const hash = `0x${"11".repeat(32)}`

/** Commands that users wait for, of each family and of each kind of first request: to an API, and to a node. */
const commands: readonly string[][] = [
  ["messaging", "track", hash, "--from", "alpha"],
  ["messaging", "explain", hash, "--from", "alpha"],
  ["gateway", "tx", hash],
  ["swap", "status", hash],
  ["swap", "chains"],
  ["plugs", "doctor"],
]

/** Measures how long tasks take to their first request, against `hardhat --version` in the same project. The slowest counts. */
export const measure: Measure = async () => {
  await using project = await createProject({})
  const cwd = project.path
  const versions: Required<Sample>[] = []
  const tasks = commands.map((command) => ({ command, samples: [] as Required<Sample>[] }))
  for (let round = 0; round <= rounds; round += 1) {
    const version = await runHardhat(["--version"], { cwd })
    // The first round fills caches.
    if (round > 0) versions.push(version)
    for (const { command, samples } of tasks) {
      const sample = await runHardhat(command, { cwd, untilRequest: true })
      if (round > 0) samples.push(sample)
    }
  }
  const [slowest] = tasks.map(({ samples }) => medianSample(samples)).sort((a, b) => b.value - a.value)
  if (slowest === undefined) throw new Error("There are no tasks")
  return { ratio: { value: slowest.value / medianSample(versions).value, cpu: slowest.cpu } }
}
