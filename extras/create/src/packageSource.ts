import { existsSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/** The package that runs: `hardhat-plugs` itself, or `create-hardhat-plugs`, which has only the code of this folder. */
export type OwnPackage = {
  readonly name: string
  readonly folder: string
  readonly version: string
  /** The range of `engines.node` of hardhat-plugs. */
  readonly node: string
  /** The ranges of its `peerDependencies`, which npm refuses to install other versions beside. */
  readonly peers: Readonly<Record<string, string>>
}

/** Where a project gets the package from: a tarball on this disk, or what npm finds by itself. */
export type PackageSource = { readonly tarball: string } | { readonly spec: string }

export const packageName = "hardhat-plugs"

/**
 * Finds where the running package came from: the tarball, URL or Git repository that npm or npx installed it from, else its version
 * in a registry. In a clone it is the tarball that `npm pack` wrote there. Of `create-hardhat-plugs` it is the tarball of hardhat-plugs
 * beside its own, or the version, which both have.
 */
export function findPackageSource({ name, folder, version }: Omit<OwnPackage, "node" | "peers">): PackageSource {
  const isPluginItself = name === packageName
  const packedIn = (place: string): PackageSource => {
    const packed = join(place, `${packageName}-${version}.tgz`)
    return existsSync(packed) ? { tarball: packed } : { spec: version }
  }
  if (basename(dirname(folder)) !== "node_modules")
    return packedIn(isPluginItself ? folder : resolve(folder, "../../.."))
  const root = dirname(dirname(folder))
  const spec = specIn(root, name) ?? resolvedIn(root, name)
  if (spec === undefined) return { spec: version }
  if (spec.startsWith("file:")) {
    const tarball = resolve(root, spec.slice("file:".length))
    return isPluginItself ? { tarball } : packedIn(dirname(tarball))
  }
  if (!isPluginItself) return { spec: version }
  // A version or a tag: what runs here is what was tested with the versions of the template.
  return { spec: /[/:]/.test(spec) ? spec : version }
}

type Manifest = { readonly dependencies?: Dependencies; readonly devDependencies?: Dependencies }
type Dependencies = Readonly<Record<string, string>>

function specIn(root: string, name: string): string | undefined {
  const manifest = readJson(join(root, "package.json")) as Manifest | undefined
  return manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name]
}

/** A global installation has no package.json. Of what its lockfile says only a path tells more than the version does. */
function resolvedIn(root: string, name: string): string | undefined {
  const lockfile = readJson(join(root, "node_modules", ".package-lock.json"))
  const lock = lockfile as { packages?: Record<string, { resolved?: string }> } | undefined
  const resolved = lock?.packages?.[`node_modules/${name}`]?.resolved
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

/** Writes a source as a project's package.json names it: a tarball by its path from there, which must exist. */
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
