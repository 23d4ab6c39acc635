import { execFile } from "node:child_process"
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, "..")
const pairs = 21

/**
 * Measures how much slower `hardhat --help` is in a project with the built plugin than in the same project without: the median over
 * pairs of runs, because a machine's speed drifts, in milliseconds.
 */
export async function helpOverhead(): Promise<number> {
  await run("npm", ["run", "build"], { cwd: repository })
  const [bare, plugged] = await Promise.all([
    makeProject(""),
    makeProject(`import plugs from "${repository}/dist/src/index.js"`),
  ])
  try {
    const differences: number[] = []
    for (let pair = 0; pair <= pairs; pair += 1) {
      const without = await timeHelp(bare)
      const difference = (await timeHelp(plugged)) - without
      // The first pair fills caches.
      if (pair > 0) differences.push(difference)
    }
    return differences.sort((a, b) => a - b)[Math.floor(pairs / 2)] ?? NaN
  } finally {
    await Promise.all([bare, plugged].map((project) => rm(project, { recursive: true })))
  }
}

async function makeProject(importPlugs: string): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "hardhat-plugs-bench-"))
  const plugins = importPlugs === "" ? "" : "plugs"
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }))
  await writeFile(join(project, "hardhat.config.js"), `${importPlugs}\nexport default { plugins: [${plugins}] }\n`)
  await symlink(join(repository, "node_modules"), join(project, "node_modules"))
  return project
}

async function timeHelp(cwd: string): Promise<number> {
  const start = performance.now()
  await run(process.execPath, [join(repository, "node_modules/hardhat/dist/src/cli.js"), "--help"], { cwd })
  return performance.now() - start
}
