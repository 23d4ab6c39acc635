import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs"
import { builtinModules } from "node:module"
import { basename, delimiter, dirname, join, resolve } from "node:path"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { escapeHidden } from "#src/primitives/text.js"

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
    .replace(/^[._-]+|(?<![._-])[._-]+$/g, "")
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
  return new InvalidInputError({ argument: "folder", problem, fix })
}

/**
 * Reads a file of a project, if it is there. Nothing is read through a symbolic link below the project's folder, because nothing is
 * written through one: it could lead anywhere.
 *
 * @param path from the project's folder, with forward slashes
 * @throws {PathUnusableError} there is something else in its place, or in that of a folder above it
 */
export function readProjectFile(project: string, path: string): string | undefined {
  try {
    return readRegularFile(project, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "EACCES" || code === "EPERM")
      throw new PathUnusableError({ path, is: "not readable", needs: "a file" })
    throw error
  }
}

function readRegularFile(project: string, path: string): string | undefined {
  const names = path.split("/")
  for (const index of names.keys()) {
    const part = names.slice(0, index + 1).join("/")
    const found = lstatSync(join(project, part), { throwIfNoEntry: false })
    if (found === undefined) return undefined
    const isLast = index === names.length - 1
    if (isLast ? !found.isFile() : !found.isDirectory()) {
      throw new PathUnusableError({ path: part, is: kindOf(found), needs: isLast ? "a file" : "a folder" })
    }
  }
  return readFileSync(join(project, path), "utf8")
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return "a symbolic link"
  if (found.isDirectory()) return "a folder"
  return found.isFile() ? "a file" : "no regular file"
}

/** The project is one of Hardhat 2, whose configuration, plugins and tests Hardhat 3 does not run. Nothing was written. */
export class Hardhat2ProjectError extends PlugsError {
  readonly code = "HARDHAT_2_PROJECT"

  constructor({ folder, range, config, remove }: { folder: string } & Hardhat2Finding) {
    const commands = [...(remove === undefined ? [] : [remove]), "npm pkg set type=module"].join(", then ")
    const rename = config === undefined ? "" : ` Rename ${config}, because a new one is written.`
    super("This is a project of Hardhat 2, and hardhat-plugs needs Hardhat 3.", {
      facts: {
        folder,
        ...(range !== undefined && { "hardhat in package.json": range }),
        ...(config !== undefined && { "written for Hardhat 2": config }),
      },
      next:
        `Nothing was written. To move, commit everything and run ${commands}.${rename} Then run this again, and move your ` +
        `settings and tests as ${migrationGuide} says. Or choose a new folder, and copy your contracts there.`,
    })
  }
}

type Hardhat2Finding = { range: string | undefined; config: string | undefined; remove: string | undefined }

const migrationGuide = "hardhat.org/docs/migrate-from-hardhat2"

/** The project was written, and the package manager could not install it. */
export class InstallFailedError extends PlugsError {
  readonly code = "INSTALL_FAILED"

  constructor({ folder, command, ended }: { folder: string; command: string; ended: string }) {
    super(`The project is written, and ${command} did not install it.`, {
      facts: { folder, ended },
      next: `Its own words are above. Run ${command} in that folder again; nothing else is missing.`,
    })
  }
}

/** `init` would have to overwrite files, and could not ask. Nothing was written. */
export class FilesInTheWayError extends PlugsError {
  readonly code = "FILES_IN_THE_WAY"

  constructor({ folder, files }: { folder: string; files: readonly string[] }) {
    super("Files of the project differ from the template's, and none is overwritten without asking.", {
      facts: { folder, files: files.join(", ") },
      next: "Nothing was written. Run it without --yes to decide file by file, or choose an empty folder.",
    })
  }
}

/** A file or folder of the project is of another kind than the template's, so that nothing can be written there. Nothing was written. */
export class PathUnusableError extends PlugsError {
  readonly code = "PATH_UNUSABLE"

  constructor({ path, is, needs }: { path: string; is: string; needs: string }) {
    super(`The path ${path} is ${is}, and the template needs ${needs} there.`, {
      next: "Nothing was written. Move it away, or choose another folder.",
    })
  }
}

/** The project could not be written: the folder is read-only, or the disk is full. What had been written was removed again. */
export class ProjectNotWrittenError extends PlugsError {
  readonly code = "PROJECT_NOT_WRITTEN"

  constructor({ folder, reason }: { folder: string; reason: string }) {
    super("The project could not be written.", {
      facts: { folder, reason },
      next: "Nothing was left behind. Make room or get the permission to write, then run this again.",
    })
  }
}

/** An earlier `init` was killed while it wrote the project, and left its folder behind. Nothing was written. */
export class InitUnfinishedError extends PlugsError {
  readonly code = "INIT_UNFINISHED"

  /** @param copies the files as they were before, by their paths in the project */
  constructor({ folder, left, copies }: { folder: string; left: string; copies: readonly string[] }) {
    const restore =
      copies.length === 0
        ? "It had replaced no file."
        : `If one of these files is missing or not as you want it, copy it back from ${left}/old.`
    super(`An earlier run of init in this folder did not end, and left ${left} behind.`, {
      facts: { folder, ...(copies.length > 0 && { "files as they were": copies.join(", ") }) },
      next: `Nothing was written. ${restore} Then delete ${left}, and run this again.`,
    })
  }
}
