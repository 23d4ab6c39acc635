import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { build, transform } from "esbuild"

import { readExamples } from "./readExamples.ts"
import type { OwnPackage } from "#extras/create/src/packageSource.ts"

type Manifest = { version: string; engines: { node: string }; peerDependencies: Record<string, string> }

/** Writes what `init` reads when it runs: the templates, and what the package of this repository needs. */
export async function writeProjectFacts(folder: string, name: string): Promise<void> {
  const { version, engines, peerDependencies } = JSON.parse(await readFile("package.json", "utf8")) as Manifest
  const own: Omit<OwnPackage, "folder"> = { name, version, node: engines.node, peers: peerDependencies }
  await writeFile(join(folder, "project.json"), JSON.stringify({ ...own, templates: readExamples() }))
}

/** Writes `extras/create/src` as a program of three files, which needs nothing but a Node: what `create-hardhat-plugs` consists of. */
export async function writeInit(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  // The first file stays as it is, without the imports of the second, so that any Node can run it.
  const { code } = await transform(await readFile("extras/create/src/bin.ts", "utf8"), {
    loader: "ts",
    target: "es2020",
  })
  await writeFile(join(folder, "bin.js"), code, { mode: 0o755 })
  await build({
    entryPoints: ["extras/create/src/main.ts"],
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18.3",
    logLevel: "warning",
  })
  await writeProjectFacts(folder, name)
}
