/**
 * Writes what an installation of the package contains, as CycloneDX: `node scripts/writeSbom.ts release/sbom.cdx.json`.
 *
 * npm leaves out of its list whatever a dependency for development needs as well, so the list is made of an installation without those.
 */
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const [output] = process.argv.slice(2)
if (output === undefined) throw new Error("Say which file to write.")

const { name, version, license, dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  name: string
  [field: string]: unknown
}
const temporary = mkdtempSync(join(tmpdir(), "hardhat-plugs-sbom-"))
// npm names the package after its folder.
const folder = join(temporary, name)

function npm(...args: string[]): string {
  return execFileSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 2 ** 26,
    shell: process.platform === "win32",
  })
}

try {
  mkdirSync(folder)
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) copyFileSync(file, join(folder, file))
  npm("ci", "--omit=dev", "--omit=peer", "--ignore-scripts", "--no-audit", "--no-fund")
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, license, dependencies }))
  writeFileSync(output, npm("sbom", "--sbom-format", "cyclonedx", "--sbom-type", "library"))
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
