import { failed, type Finding, ok, skipped, warning } from "../checks.js"
import { findPackage } from "../../../src/plugin/findPackage.js"
import { isInRange } from "./versions.js"

/** A package that this one needs beside it. */
export type Peer = { readonly name: string; readonly range: string; readonly isOptional: boolean }

/** Checks that the project has a version of a package that this one works with. */
export async function checkPackage({ name, range, isOptional }: Peer, root: string): Promise<Finding> {
  const install = `Install one that fits: npm install --save-dev "${name}@${range}"`
  const found = await findPackage(name, root)
  if (found === undefined) {
    if (isOptional) return skipped(`${name} is not installed, and is needed only by what uses it.`)
    return failed(`${name} is not installed in the project; ${range} is needed.`, install)
  }
  const fits = isInRange(found.version, range)
  if (fits === undefined) return skipped(`${name} ${found.version}, which cannot be compared with ${range}.`)
  if (fits) return ok(`${name} ${found.version}`)
  const says = `${name} ${found.version} is installed; ${range} is needed.`
  return isOptional ? warning(says, install) : failed(says, install)
}
