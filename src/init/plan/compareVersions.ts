/** Negative if the first version is older. What follows the three numbers is not compared. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

function numbersOf(version: string): [number, number, number] {
  const [, major = "0", minor = "0", patch = "0"] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? []
  return [Number(major), Number(minor), Number(patch)]
}
