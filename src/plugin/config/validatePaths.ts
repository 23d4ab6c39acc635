import type { HardhatUserConfigValidationError } from "hardhat/types/hooks"

import { defaultChains } from "../../devnet/defaults.js"
import { identifyChains } from "../../devnet/identifyChains.js"
import { readPaths } from "../../devnet/messaging/paths.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { DevnetUserConfig } from "./PlugsConfig.js"

/**
 * Checks that the paths of a devnet are between its chains, each at most once. Loaded only for a configuration that has paths, because
 * every command waits for what is loaded for all.
 *
 * @param devnet a block in which `validatePlugs` found no problem
 */
export function validatePaths({
  chains = defaultChains,
  paths = [],
}: DevnetUserConfig): HardhatUserConfigValidationError[] {
  try {
    readPaths(paths, identifyChains(chains))
    return []
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    return [{ path: ["plugs", "devnet", "paths"], message: error.explanation }]
  }
}
