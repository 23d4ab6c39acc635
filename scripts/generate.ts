import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"

import hre from "hardhat"

import { artifactModules } from "./artifacts/modules.js"
import { renderPublicContracts } from "./artifacts/publicContracts.js"
import { solidityCode } from "./artifacts/solidityCode.js"

await hre.tasks.getTask("build").run({ noTests: true, quiet: true })
const read = (name: string) => hre.artifacts.readArtifact(name)
for (const { path, text } of [...(await artifactModules(read)), ...(await solidityCode(read))]) {
  await writeFile(resolve(hre.config.paths.root, path), text)
}
const publicContracts = resolve(hre.config.paths.root, "src/devnet/artifacts/publicContracts.ts")
await writeFile(publicContracts, await renderPublicContracts())
