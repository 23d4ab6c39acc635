/** Gives `create-hardhat-plugs` the version that `hardhat-plugs` has: a project that it writes depends on that one. */
import { readFileSync, writeFileSync } from "node:fs"

const file = "extras/create/package/package.json"
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
writeFileSync(file, readFileSync(file, "utf8").replace(/("version": )".*"/, `$1"${version}"`))
