import type { Measure, Sample } from "../measuring/Measure.ts"
import { medianSample } from "../measuring/median.ts"
import { createExample } from "../measuring/Project.ts"
import { runHardhat } from "../measuring/runHardhat.ts"

const runs = 5
/** The test of examples/greeter, which the README shows. */
const title = "carries a greeting"

/** Measures the time from `hardhat test` to the line with the first result, in the README's project, which was built before. */
export const measure: Measure = async () => {
  await using project = await createExample("greeter")
  const cwd = project.path
  await runHardhat(["build"], { cwd })
  const results: Required<Sample>[] = []
  for (let run = 0; run <= runs; run += 1) {
    const began = performance.now()
    let output = ""
    let value: number | undefined
    const { cpu } = await runHardhat(["test"], {
      cwd,
      onOutput(text) {
        output += text
        if (value === undefined && output.includes(title)) value = performance.now() - began
      },
    })
    if (value === undefined) throw new Error(`There was no result: ${output}`)
    // The first run fills caches.
    if (run > 0) results.push({ value, cpu })
  }
  return { time: medianSample(results) }
}
