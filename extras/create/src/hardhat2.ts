import { Hardhat2ProjectError, readProjectFile } from "./projectFolder.js"
import { findOldPeers } from "./toolchain.js"

/** Hardhat 3 reads none with the last two extensions. */
const configs = ["ts", "js", "cjs", "cts"].map((extension) => `hardhat.config.${extension}`)

/** Plugins and companions of Hardhat 2. None works with Hardhat 3 in the same version. */
const name = String.raw`(?:hardhat-(?!plugs\b)|@nomicfoundation/hardhat-|@nomiclabs/|@typechain/hardhat|solidity-coverage)`
const plugin = new RegExp(`^${name}`)

/** Plugins of Hardhat 2 are imported for their effect, those of Hardhat 3 are listed. */
const imported = new RegExp(`^\\s*(?:import\\s*|require\\()["']${name}`, "m")

function isOfHardhat2(path: string, text: string | undefined): boolean {
  if (text === undefined) return false
  if (/\.c[jt]s$/.test(path) || /\bmodule\.exports\b/.test(text)) return true
  return imported.test(text) && !/\bplugins\s*:/.test(text)
}

/**
 * Refuses a project of Hardhat 2: one whose package.json allows no newer one, or whose configuration is written for it.
 *
 * @throws {Hardhat2ProjectError}
 */
export function refuseHardhat2(
  project: string,
  manifest: Parameters<typeof findOldPeers>[0],
  packageManager: string,
): void {
  const [old] = findOldPeers(manifest, { hardhat: "^3.0.0" })
  const config = configs.find((path) => isOfHardhat2(path, readProjectFile(project, path)))
  if (old === undefined && config === undefined) return
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter((name) =>
    plugin.test(name),
  )
  throw new Hardhat2ProjectError({
    folder: project,
    range: old?.has,
    config,
    remove: old === undefined ? undefined : [packageManager, "remove", "hardhat", ...names].join(" "),
  })
}
