import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"

import hre from "hardhat"

import { artifactModules } from "./artifacts/modules.js"

await hre.tasks.getTask("build").run({ noTests: true, quiet: true })
for (const { path, text } of await artifactModules((name) => hre.artifacts.readArtifact(name))) {
  await writeFile(resolve(hre.config.paths.root, path), text)
}
