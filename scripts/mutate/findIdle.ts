/** Which tests noticed a fault. */
export type MatrixLine = {
  readonly path: string
  readonly line: number
  readonly kind: string
  /** Names of tests. None: no test noticed it. */
  readonly by: readonly string[]
}

/** How many other tests notice each fault of a test that goes. */
const others = 2

/**
 * Finds tests that can go: each fault that one of them notices is noticed by two that stay. Those that notice least go first. A test that came by
 * no fault is not judged, nor is one whose faults no test noticed: the faults of a matrix are a sample.
 *
 * @returns their names, and how many faults each of them notices
 */
export function findIdle(matrix: readonly MatrixLine[]): { readonly name: string; readonly faults: number }[] {
  const noticing = matrix.map(({ by }) => new Set(by))
  const byTest = new Map<string, Set<string>[]>()
  for (const tests of noticing) for (const name of tests) byTest.set(name, [...(byTest.get(name) ?? []), tests])
  const fewestFirst = [...byTest].sort(([, one], [, other]) => one.length - other.length)
  return fewestFirst.flatMap(([name, faults]) => {
    if (!faults.every((tests) => tests.size > others)) return []
    for (const tests of faults) tests.delete(name)
    return [{ name, faults: faults.length }]
  })
}
