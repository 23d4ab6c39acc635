import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"

import { quickParts } from "../testParts.ts"
import { findIdle, type MatrixLine } from "./findIdle.ts"
import type { Planned } from "./judgeTogether.ts"
import { runSession } from "./runSession.ts"
import { createSandbox } from "./Sandbox.ts"
import { isPassedOnce, switchFaults } from "./switchFaults.ts"

/**
 * Asks for each fault which quick tests notice it, beyond the first, and writes a line for each as soon as it is known. Types are not checked
 * before: a fault that no compiler accepts is noticed by more tests, and lets none go that should stay.
 *
 * @returns the tests that can go, as `findIdle` finds them
 */
export async function writeMatrix(
  root: string,
  planned: readonly Planned[],
  file: string,
): Promise<ReturnType<typeof findIdle>> {
  const near = new Set(planned.flatMap(({ tests }) => tests))
  const tests = quickParts()
    .flat()
    .filter((test) => near.has(test))
  const known = new Set(tests)
  const faults = planned.flatMap(({ fault, tests: nearest }, id) => {
    const { edit, path } = fault
    // A condition that is negated is noticed by about every test that comes by it.
    if (fault.kind === "condition negated") return []
    const isSwitched = edit !== undefined && !isPassedOnce(path, readFileSync(join(root, path), "utf8"), edit)
    return isSwitched ? [{ id, fault, edit, nearest: nearest.filter((test) => known.has(test)) }] : []
  })
  const matrix: MatrixLine[] = []
  writeFileSync(file, "")
  const copies = Math.min(availableParallelism(), faults.length)
  await Promise.all(
    Array.from({ length: copies }, async (_, copy) => {
      const own = faults.filter((_, index) => index % copies === copy)
      const sandbox = createSandbox(root)
      try {
        for (const [path, all] of Map.groupBy(own, ({ fault }) => fault.path)) {
          writeFileSync(join(sandbox.path, path), switchFaults(path, readFileSync(join(root, path), "utf8"), all))
        }
        const byId = new Map(own.map((one) => [one.id, one.fault]))
        await runSession(sandbox.path, tests, own, "matrix", ({ id, ending, by }) => {
          const fault = byId.get(id)
          // A process that ended says nothing of one test, and what takes effect at load needs another.
          if (fault === undefined || (ending !== "noticed" && ending !== "unnoticed")) return
          const { path, line, kind } = fault
          const entry = { path, line, kind, by: by.filter((name) => known.has(name.slice(0, name.indexOf(" ")))) }
          matrix.push(entry)
          appendFileSync(file, `${JSON.stringify(entry)}\n`)
        })
      } finally {
        sandbox.remove()
      }
    }),
  )
  return findIdle(matrix)
}
