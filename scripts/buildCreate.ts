/** Builds into create/dist what `create-hardhat-plugs` ships. npm runs it before it packs that folder. */
import { copyFileSync, rmSync } from "node:fs"

import { writeInit } from "./writeInit.ts"

rmSync("create/dist", { recursive: true, force: true })
await writeInit("create/dist", "create-hardhat-plugs")
copyFileSync("LICENSE", "create/LICENSE")
