import { statSync } from "node:fs"
import { relative, resolve } from "node:path"

import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { inQuotes } from "../../primitives/text.js"
import { packageName, type PackageSource } from "./findPackageSource.js"

/** A path rather than a version, a tag or a URL. */
const path = /^(?:file:|~?[./\\]|[A-Za-z]:[/\\])|(?<!:.*)\.(?:tgz|tar|tar\.gz)$/
const versionOrTag = /^[\w.^~<>=|*+ -]+$/
const url = /^[a-z][a-z+.-]*:\S+$|^[\w.-]+\/[\w.-]+(?:#\S+)?$/

/**
 * Reads `--package`: the path of a tarball, a version, a tag, or a URL as npm takes it.
 *
 * @throws {InvalidInputError} it is none of them
 */
export function parsePackageSpec(text: string, cwd: string): PackageSource {
  const spec = text.trim().replace(new RegExp(`^${packageName}@`), "")
  if (path.test(spec)) return { tarball: resolve(cwd, spec.replace(/^file:/, "")) }
  if (versionOrTag.test(spec) || url.test(spec)) return { spec }
  throw new InvalidInputError({
    argument: "--package",
    problem: `${inQuotes(text)} is not where a package can come from`,
    fix: "Give the path of a tarball, a version, or a URL.",
  })
}

/**
 * Writes a source as package.json of a project names it: a tarball by its path from there.
 *
 * @throws {InvalidInputError} there is no such tarball
 */
export function specFrom(project: string, source: PackageSource, platform: string): string {
  if ("spec" in source) return source.spec
  const { tarball } = source
  const found = statSync(tarball, { throwIfNoEntry: false })
  if (found?.isFile() !== true) {
    const problem = found === undefined ? `there is no file ${tarball}` : `${tarball} is not a file`
    const fix = `Run npm pack in a clone of ${packageName}, and give the path of the tarball that it writes.`
    throw new InvalidInputError({ argument: "--package", problem, fix })
  }
  const way = relative(project, tarball)
  return `file:${platform === "win32" ? way.replaceAll("\\", "/") : way}`
}
