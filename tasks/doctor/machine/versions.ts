/** The numbers of a version such as `v22.13.0-rc.1`; `undefined` for other text. */
export function parseVersion(text: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:[-+].*)?$/.exec(text.trim()) ?? []
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

/**
 * Checks whether a version is in a range of the kinds that this package's own package.json has: `>=22.13.0`, `^3.13.0` and an exact one.
 *
 * @returns `undefined` if the version or the range is of another kind
 */
export function isInRange(version: string, range: string): boolean | undefined {
  const [, operator = "", least = ""] = /^(>=|\^|)\s*(\S+)$/.exec(range.trim()) ?? []
  const [found, wanted] = [parseVersion(version), parseVersion(least)]
  if (found === undefined || wanted === undefined) return undefined
  const order = compare(found, wanted)
  if (operator === "") return order === 0
  // The first number that is not zero must stay the same.
  const isSameLine = found[0] === wanted[0] && (wanted[0] > 0 || found[1] === wanted[1])
  return order >= 0 && (operator === ">=" || isSameLine)
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, number] of a.entries()) {
    const difference = number - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
