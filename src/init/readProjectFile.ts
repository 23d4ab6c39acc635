import { lstatSync, readFileSync, type Stats } from "node:fs"
import { join } from "node:path"

import { PathUnusableError } from "./initErrors.js"

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
