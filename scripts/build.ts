/** Builds into dist what the package ships. With `--unchecked` it does not check types, for `npm run check`, which does so beside it. */
import { execSync } from "node:child_process"
import { copyFileSync, rmSync } from "node:fs"
import { writeFile } from "node:fs/promises"

import { buildPage } from "./buildPage.ts"
import { joinStart } from "./joinStart.ts"
import { rewriteImports } from "./rewriteImports.ts"
import { writeProjectFacts } from "./writeInit.ts"

const bytecode = ["src/devnet/artifacts/bytecode.json", "extras/swap/src/artifacts/bytecode.json"]
const isUnchecked = process.argv.includes("--unchecked")

rmSync("dist", { recursive: true, force: true })
execSync("hardhat build --no-tests", { stdio: "inherit" })
execSync(`tsc -p tsconfig.build.json${isUnchecked ? " --noCheck" : ""}`, { stdio: "inherit" })
rewriteImports("dist")
for (const file of bytecode) copyFileSync(file, `dist/${file}`)
await writeFile("dist/extras/page/src/page.html", await buildPage())
await writeProjectFacts("dist/extras/create/src", "hardhat-plugs")
await joinStart()
