import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"

import type { Fault } from "./Fault.ts"
import { createSandbox } from "./Sandbox.ts"
import { isPassedOnce, type SwitchedFault, switchFaults } from "./switchFaults.ts"

/** A fault, and the test files in the order in which they are asked. */
export type Planned = { readonly fault: Fault; readonly tests: readonly string[] }

/** One that a switch can plant. */
export type Switched = Planned & SwitchedFault & { readonly nearest: readonly string[] }

/** Each takes a core and a GB of memory. */
const maxCopies = 4

/** The faults that a switch can plant: no patches, contracts or constants. Each has its place in the list as its number. */
export function switchable(root: string, planned: readonly Planned[]): Switched[] {
  return planned.flatMap((one, id) => {
    const { edit, path } = one.fault
    if (edit === undefined || !path.endsWith(".ts")) return []
    return isPassedOnce(path, readFileSync(join(root, path), "utf8"), edit)
      ? []
      : [{ ...one, id, edit, nearest: one.tests }]
  })
}

/** Shares faults among copies of the tree that have them behind switches, and removes the copies however this ends. */
export async function inSwitchedCopies<Result>(
  root: string,
  faults: readonly Switched[],
  work: (folder: string, own: readonly Switched[]) => Promise<Result>,
): Promise<Result[]> {
  const copies = Math.min(maxCopies, availableParallelism(), faults.length)
  return await Promise.all(
    Array.from({ length: copies }, async (_, copy) => {
      const own = faults.filter((_, index) => index % copies === copy)
      const sandbox = createSandbox(root)
      const remove = (): void => {
        sandbox.remove()
      }
      process.once("exit", remove)
      try {
        for (const [path, all] of Map.groupBy(own, ({ fault }) => fault.path)) {
          writeFileSync(join(sandbox.path, path), switchFaults(path, readFileSync(join(root, path), "utf8"), all))
        }
        return await work(sandbox.path, own)
      } finally {
        process.off("exit", remove)
        remove()
      }
    }),
  )
}
