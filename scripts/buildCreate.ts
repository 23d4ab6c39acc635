/** Builds into extras/create/package/dist what `create-hardhat-plugs` ships. npm runs it before it packs that folder. */
import { copyFileSync, rmSync } from "node:fs"

import { writeInit } from "./writeInit.ts"

rmSync("extras/create/package/dist", { recursive: true, force: true })
await writeInit("extras/create/package/dist", "create-hardhat-plugs")
copyFileSync("LICENSE", "extras/create/package/LICENSE")
