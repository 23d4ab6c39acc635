/** Packs the package as `npm publish` would, and checks the tarball as those who install it see it. */
import { execSync } from "node:child_process"
import { globSync, mkdirSync, rmSync } from "node:fs"

const folder = "cache/package"

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
execSync("node scripts/build.ts --unchecked", { stdio: "inherit" })
execSync(`npm pack --silent --ignore-scripts --pack-destination ${folder}`, { stdio: "inherit" })
const [tarball = ""] = globSync(`${folder}/*.tgz`)
execSync(`attw ${tarball} --profile esm-only --format table-flipped`, { stdio: "inherit" })
execSync(`publint --strict ${tarball}`, { stdio: "inherit" })
