import path from "node:path"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { excerpt } from "#src/primitives/text.js"

/**
 * Chooses the files that are named, or that are in a folder that is named; all if none is.
 *
 * @param known from the project's folder, with forward slashes
 * @param ways the rules of paths. Default: those of this machine
 * @throws {InvalidInputError} a name is that of no file, and of no folder with one
 */
export function chooseFiles(
  known: readonly string[],
  named: readonly string[],
  root: string,
  ways: path.PlatformPath = path,
): ReadonlySet<string> {
  if (named.length === 0) return new Set(known)
  const chosen = named.flatMap((name) => {
    const wanted = ways.relative(root, ways.resolve(root, name)).split(ways.sep).join("/")
    const found = known.filter((file) => wanted === "" || file === wanted || file.startsWith(`${wanted}/`))
    if (found.length > 0) return found
    const problem = `${excerpt(name)} is no source file of the project's contracts, and no folder with one`
    throw new InvalidInputError({ argument: "files", problem, fix: "Give a path such as contracts/Vault.sol." })
  })
  return new Set(chosen.sort())
}
