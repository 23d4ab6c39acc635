import { existsSync } from "node:fs"
import { join } from "node:path"

import type { Measurement } from "../figures.ts"
import type { Sample } from "../measuring/Measure.ts"
import { median } from "../measuring/median.ts"
import type { RunCommand } from "./runCommand.ts"

type Samples = Readonly<Record<string, Sample>>

/** A folder with a commit, or with the working tree, that can be measured. */
export type Tree = {
  /** What it is called in the progress. */
  readonly name: string
  /** Runs a measurement in one or more processes of its own, and returns the median of each sample. */
  measure(measurement: Measurement): Promise<Samples>
}

/** Makes a folder measurable. Dependencies and contracts are there before the first measurement, the package before one that uses it. */
export function openTree(path: string, name: string, run: RunCommand): Tree {
  const hardhat = (args: readonly string[], env: Record<string, string> = {}): Promise<string> =>
    run(process.execPath, [join(path, "node_modules/hardhat/dist/src/cli.js"), ...args], { cwd: path, env })
  const prepare = once(async () => {
    if (!existsSync(join(path, "node_modules"))) await npm(["ci"])
    await hardhat(["build", "--no-tests"])
  })
  const buildPackage = once(async () => {
    await npm(["run", "build", "--", "--unchecked"])
  })

  /** With the npm that runs this command where there is one: `npm` on the path may belong to another Node. */
  async function npm(args: readonly string[]): Promise<void> {
    const cli = process.env["npm_execpath"]
    const [file, before] = cli === undefined ? ["npm", []] : [process.execPath, [cli]]
    await run(file, [...before, ...args], { cwd: path })
  }

  return {
    name,
    async measure({ file, options = {}, processes = 1, isBuilt = false }) {
      await prepare()
      if (isBuilt) await buildPackage()
      const env = { BENCH_MEASUREMENT: JSON.stringify({ file, options }) }
      const runs: Samples[] = []
      const measureOnce = async () => parseSamples(await hardhat(["run", "--no-compile", "bench/measure.ts"], env))
      // The first process fills caches on the disk. What is repeated inside of one process has a warm-up of its own.
      if (processes > 1) await measureOnce()
      for (let count = 0; count < processes; count += 1) runs.push(await measureOnce())
      return medianOf(runs)
    },
  }
}

/** The samples are the last line. */
function parseSamples(output: string): Samples {
  return JSON.parse(output.trimEnd().split("\n").at(-1) ?? "") as Samples
}

function medianOf(runs: readonly Samples[]): Samples {
  const names = Object.keys(runs[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const samples = runs.flatMap((samplesOfRun) => samplesOfRun[name] ?? [])
      const cpu = samples.flatMap((sample) => sample.cpu ?? [])
      const value = median(samples.map((sample) => sample.value))
      return [name, cpu.length === 0 ? { value } : { value, cpu: median(cpu) }]
    }),
  )
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
