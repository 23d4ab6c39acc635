import { appendFileSync, writeFileSync } from "node:fs"

import { quickParts } from "../testParts.ts"
import { findIdle, type MatrixLine } from "./findIdle.ts"
import { inSwitchedCopies, type Planned, switchable } from "./inSwitchedCopies.ts"
import { runSession } from "./runSession.ts"

/**
 * Asks for each fault which quick tests notice it, beyond the first, and writes a line for each once its process has ended. Types are not checked
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
  const isAsked = new Set(tests)
  // A condition that is negated is noticed by about every test that comes by it.
  const faults = switchable(root, planned).filter(({ fault }) => fault.kind !== "condition negated")
  const matrix: MatrixLine[] = []
  writeFileSync(file, "")
  await inSwitchedCopies(root, faults, async (folder, own) => {
    const byId = new Map(own.map((one) => [one.id, one.fault]))
    const asked = own.map(({ id, nearest }) => ({ id, nearest: nearest.filter((test) => isAsked.has(test)) }))
    await runSession(folder, tests, asked, "matrix", ({ id, ending, by }) => {
      const fault = byId.get(id)
      const named = by.filter((name) => isAsked.has(name.slice(0, name.indexOf(" "))))
      // A hook that fails, or a process that ends, notices for no test of its own.
      if (fault === undefined || (named.length === 0 && ending !== "unnoticed")) return
      const { path, line, kind } = fault
      const entry = { path, line, kind, by: named }
      matrix.push(entry)
      appendFileSync(file, `${JSON.stringify(entry)}\n`)
    })
  })
  return findIdle(matrix)
}
