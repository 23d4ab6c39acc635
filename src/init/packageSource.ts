import { existsSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"

import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { inQuotes } from "../primitives/text.js"

/** The package that `init` belongs to. */
export type OwnPackage = {
  readonly folder: string
  readonly version: string
  /** The range of its `engines.node`. */
  readonly node: string
  /** The ranges of its `peerDependencies`, which npm refuses to install other versions beside. */
  readonly peers: Readonly<Record<string, string>>
}

/** Where a project gets the package from: a tarball on this disk, or what npm finds by itself. */
export type PackageSource = { readonly tarball: string } | { readonly spec: string }

export const packageName = "hardhat-plugs"

/**
 * Finds where the running package came from: the tarball, URL or Git repository that npm or npx installed it from, else its version
 * in a registry. In a clone it is the tarball that `npm pack` wrote there.
 */
export function findPackageSource({ folder, version }: Pick<OwnPackage, "folder" | "version">): PackageSource {
  if (basename(dirname(folder)) !== "node_modules") {
    const packed = join(folder, `${packageName}-${version}.tgz`)
    return existsSync(packed) ? { tarball: packed } : { spec: version }
  }
  const root = dirname(dirname(folder))
  const spec = specIn(join(root, "package.json")) ?? resolvedIn(join(root, "node_modules", ".package-lock.json"))
  if (spec === undefined) return { spec: version }
  if (spec.startsWith("file:")) return { tarball: resolve(root, spec.slice("file:".length)) }
  // A version or a tag: what runs here is what was tested with the versions of the template.
  return { spec: /[/:]/.test(spec) ? spec : version }
}

type Manifest = { readonly dependencies?: Dependencies; readonly devDependencies?: Dependencies }
type Dependencies = Readonly<Record<string, string>>

function specIn(file: string): string | undefined {
  const manifest = readJson(file) as Manifest | undefined
  return manifest?.dependencies?.[packageName] ?? manifest?.devDependencies?.[packageName]
}

/** A global installation has no package.json. Of what its lockfile says only a path tells more than the version does. */
function resolvedIn(lockfile: string): string | undefined {
  const lock = readJson(lockfile) as { packages?: Record<string, { resolved?: string }> } | undefined
  const resolved = lock?.packages?.[`node_modules/${packageName}`]?.resolved
  return resolved?.startsWith("file:") === true ? resolved : undefined
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    // Without it the version is used, which is right for everything that a registry has.
    return undefined
  }
}

/** A path rather than a version, a tag or a URL. */
const pathPattern = /^(?:file:|~?[./\\]|[A-Za-z]:[/\\])|(?<!:.*)\.(?:tgz|tar|tar\.gz)$/
const versionOrTag = /^[\w.^~<>=|*+ -]+$/
const urlPattern = /^[a-z][a-z+.-]*:\S+$|^[\w.-]+\/[\w.-]+(?:#\S+)?$/

/**
 * Reads `--package`: the path of a tarball, a version, a tag, or a URL as npm takes it.
 *
 * @throws {InvalidInputError} it is none of them
 */
export function parsePackageSpec(text: string, cwd: string): PackageSource {
  const spec = text.trim().replace(new RegExp(`^${packageName}@`), "")
  if (pathPattern.test(spec)) return { tarball: resolve(cwd, spec.replace(/^file:/, "")) }
  if (versionOrTag.test(spec) || urlPattern.test(spec)) return { spec }
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
