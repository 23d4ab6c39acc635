/** Packs both packages as `npm publish` would, and checks the tarballs as those who install them see them. */
import { execSync } from "node:child_process"
import { globSync, mkdirSync, rmSync } from "node:fs"

const folder = "cache/package"

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
execSync("node scripts/build.ts --unchecked", { stdio: "inherit" })
execSync("node scripts/buildCreate.ts", { stdio: "inherit" })
execSync(`npm pack . ./extras/create/package --silent --ignore-scripts --pack-destination ${folder}`, {
  stdio: "inherit",
})
const [tarball = ""] = globSync(`${folder}/hardhat-plugs-*.tgz`)
execSync(`attw ${tarball} --profile esm-only --format table-flipped`, { stdio: "inherit" })
for (const packed of globSync(`${folder}/*.tgz`)) execSync(`publint --strict ${packed}`, { stdio: "inherit" })
