import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"

import type { SolidityHooks } from "hardhat/types/hooks"

import { buildPage } from "../buildPage.js"
import { deployed } from "./deployed.js"
import { leaveOutUnread } from "./leaveOutUnread.js"

/** After each build of the contracts: writes the bytecode of those that TypeScript deploys, where that changed, and the devnet's page. */
const hooks = (): Promise<Partial<SolidityHooks>> =>
  Promise.resolve({
    invokeSolc: leaveOutUnread,
    processArtifactsAfterSuccessfulBuild: async ({ config }, artifactPaths) => {
      await buildPage()
      const byName = new Map(artifactPaths.map((path) => [basename(path, ".json"), path]))
      for (const [folder, names] of Object.entries(deployed)) {
        // A build of single files in a fresh checkout leaves artifacts out; the next whole build has them.
        if (!names.every((name) => byName.has(name))) continue
        const bytecode = await Promise.all(names.map(async (name) => [name, await bytecodeIn(byName.get(name) ?? "")]))
        const file = join(config.paths.root, folder, "bytecode.json")
        await writeWhenChanged(file, JSON.stringify(Object.fromEntries(bytecode), undefined, 2))
      }
    },
  })

export default hooks

async function bytecodeIn(artifactPath: string): Promise<string> {
  return (JSON.parse(await readFile(artifactPath, "utf8")) as { bytecode: string }).bytecode
}

/** Two processes may build at once, so a reader sees the old file or the new one and never a half. */
async function writeWhenChanged(file: string, text: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => "")) === text) return
  await mkdir(join(file, ".."), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, text)
  await rename(draft, file)
}
