import { failed, type Finding, ok, warning } from "../checks.js"
import { isInRange, parseVersion } from "./versions.js"

/**
 * Checks that this Node is one that Hardhat and this package run on.
 *
 * @param range as `engines.node` has it
 */
export function checkNode(version: string, range: string): Finding {
  const run =
    "Install the latest LTS of Node, or run this once with another Node: npx -y -p node@24 -c 'hardhat plugs doctor'"
  if (isInRange(version, range) !== true) return failed(`Node ${version} is too old: ${range} is needed.`, run)
  const [major = 0] = parseVersion(version) ?? []
  if (major % 2 === 1) return warning(`Node ${version} is no LTS, and Hardhat does not support it.`, run)
  return ok(`Node ${version}`)
}
