import path from "node:path"

/**
 * Whether a place is a folder or below it. On Windows nothing of another drive is.
 *
 * @param ways the rules of paths. Default: those of this machine
 */
export function isBelow(folder: string, place: string, ways: path.PlatformPath = path): boolean {
  const way = ways.relative(folder, place)
  return way !== ".." && !way.startsWith(`..${ways.sep}`) && !ways.isAbsolute(way)
}
