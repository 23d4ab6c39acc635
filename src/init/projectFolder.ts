import { lstatSync, realpathSync, statSync } from "node:fs"
import { builtinModules } from "node:module"
import { basename, delimiter, dirname, join, resolve } from "node:path"

import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { escapeHidden } from "../primitives/text.js"

/**
 * Finds the folder of the project, which need not exist yet, by its path without symbolic links.
 *
 * @throws {InvalidInputError} it is no folder, or npm could not work in it
 */
export function findProjectFolder(folder: string, cwd: string): string {
  if (folder.trim() === "") throw refuse("the folder's name is empty", "Give a name, or leave it out for this folder.")
  const path = resolve(cwd, folder)
  if (escapeHidden(path) !== path) throw refuse("the folder's path has hidden characters", "Choose another name.")
  // npm puts folders of binaries on the path, whose parts this character separates.
  if (delimiter === ":" && path.includes(delimiter)) {
    throw refuse(`npm cannot run commands in ${path}, because of the colon`, "Choose another name.")
  }
  const real = realPathOf(path)
  if (statSync(real, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw refuse(`${path} is not a folder`, "Choose another name.")
  }
  return real
}

/**
 * Makes a name for package.json from the name of a folder. A package must not be called as one that it depends on.
 *
 * @example
 * packageNameFor("/home/me/My App", ["hardhat"]) // "my-app"
 */
export function packageNameFor(folder: string, dependencies: readonly string[]): string {
  const plain = basename(folder).normalize("NFKD").toLowerCase()
  const name = plain
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "")
    .slice(0, 100)
  const taken = [...dependencies, ...builtinModules, "node_modules", "favicon.ico"]
  return taken.includes(name) ? `${name}-project` : name || "cross-chain-project"
}

const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: "a part of its path is a file",
  ELOOP: "its symbolic links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  EACCES: "a folder above it cannot be read",
}

/** The path without symbolic links, of which the last parts need not exist. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    if (code !== "ENOENT") throw refuse(`${path}: ${reasons[code] ?? code}`, "Choose another folder.")
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
      throw refuse(`${path} is a symbolic link to nothing`, "Choose another name.")
    }
    return join(realPathOf(dirname(path)), basename(path))
  }
}

function refuse(problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument: "hardhat-plugs init", problem, fix })
}
