import { compareVersions } from "./compareVersions.js"

/** A dependency of a project that is older than this package works with. */
export type OldPeer = {
  readonly name: string
  /** Of package.json: `devDependencies`. */
  readonly field: string
  readonly has: string
  /** The oldest version that works. */
  readonly oldest: string
}

const fields = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const

type Manifest = Readonly<Partial<Record<(typeof fields)[number], Readonly<Record<string, string>>>>>

/**
 * Finds the dependencies of a project whose range allows only versions that are too old. npm refuses to install those.
 *
 * @param peers ranges such as `^3.13.0`
 */
export function findOldPeers(manifest: Manifest, peers: Readonly<Record<string, string>>): OldPeer[] {
  return Object.entries(peers).flatMap(([name, range]) => {
    const oldest = range.replace(/^\^/, "")
    return fields.flatMap((field) => {
      const has = manifest[field]?.[name]
      return has !== undefined && isOlder(has, oldest) ? [{ name, field, has, oldest }] : []
    })
  })
}

const plainRange = /^(\^|~|=)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+.][\w.+-]*)?$/

/** Whether a range allows only older versions. Of ranges in several parts, tags and URLs that is not known. */
function isOlder(range: string, oldest: string): boolean {
  const [, operator, major, minor] = plainRange.exec(range.trim()) ?? []
  if (major === undefined) return false
  const [oldestMajor, oldestMinor] = oldest.split(".")
  if (operator === "^" || minor === undefined) return Number(major) < Number(oldestMajor)
  if (operator === "~" && major === oldestMajor && minor === oldestMinor) return false
  return compareVersions(range.trim().replace(/^[~=]\s*/, ""), oldest) < 0
}
