/** Builds into dist what the package ships. With `--unchecked` it does not check types, for `npm run check`, which does so beside it. */
import { execSync } from "node:child_process"
import { copyFileSync, rmSync, writeFileSync } from "node:fs"

import { joinStart } from "./joinStart.ts"
import { readExamples } from "./readExamples.ts"

const bytecode = "src/devnet/artifacts/bytecode.json"
const isUnchecked = process.argv.includes("--unchecked")

rmSync("dist", { recursive: true, force: true })
execSync("hardhat build --no-tests", { stdio: "inherit" })
execSync(`tsc -p tsconfig.build.json${isUnchecked ? " --noCheck" : ""}`, { stdio: "inherit" })
copyFileSync(bytecode, `dist/${bytecode}`)
writeFileSync("dist/src/init/templates.json", JSON.stringify(readExamples()))
await joinStart()
