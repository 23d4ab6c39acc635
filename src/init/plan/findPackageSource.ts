import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"

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
