import type { Measure, Sample } from "../measuring/Measure.ts"
import { medianSample } from "../measuring/median.ts"
import { createProject } from "../measuring/Project.ts"
import { runHardhat } from "../measuring/runHardhat.ts"

const pairs = 21

/**
 * Measures how much slower `hardhat --help` is in a project with the plugin than in the same project without: the median over pairs of
 * runs, because a machine's speed drifts.
 */
export const measure: Measure = async () => {
  await using bare = await createProject({ usesPlugin: false })
  await using plugged = await createProject({})
  const differences: Required<Sample>[] = []
  for (let pair = 0; pair <= pairs; pair += 1) {
    const without = await runHardhat(["--help"], { cwd: bare.path })
    const withPlugin = await runHardhat(["--help"], { cwd: plugged.path })
    // The first pair fills caches.
    if (pair === 0) continue
    differences.push({ value: withPlugin.value - without.value, cpu: withPlugin.cpu - without.cpu })
  }
  return { time: medianSample(differences) }
}
