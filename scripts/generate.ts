import { mkdir, writeFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"

import hre from "hardhat"

import { artifactModules } from "./artifactModules.js"

for (const { path, text } of await artifactModules(hre.artifacts)) {
  const file = resolve(hre.config.paths.root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
