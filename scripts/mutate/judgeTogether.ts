import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"

import { filesOfPart, numberOfParts } from "../testParts.ts"
import type { Edit, Fault } from "./Fault.ts"
import type { Verdict } from "./report.ts"
import { runSession } from "./runSession.ts"
import { createSandbox } from "./Sandbox.ts"
import type { SessionVerdict } from "./SessionPlan.ts"
import { isPassedOnce, switchFaults } from "./switchFaults.ts"

/** A fault, and the test files in the order in which they are asked. */
export type Planned = { readonly fault: Fault; readonly tests: readonly string[] }

type Switched = Planned & { readonly id: number; readonly edit: Edit; readonly nearest: readonly string[] }

/** Each takes a core and a GB of memory. */
const maxCopies = 4

/**
 * Judges faults of TypeScript by the tests that come by them, in copies of the tree with all of the faults behind switches.
 *
 * @param most how many test files of each fault are loaded, the nearest first
 * @param onVerdict called with each verdict as soon as it is final
 * @returns those that cannot be judged this way: patches, contracts, constants, and code that no test comes by in its own process
 */
export async function judgeTogether(
  root: string,
  planned: readonly Planned[],
  most: number,
  onVerdict: (verdict: Verdict) => void,
): Promise<Planned[]> {
  const faults = planned.flatMap((one, id): Switched[] => {
    const { edit, path } = one.fault
    if (edit === undefined || !path.endsWith(".ts")) return []
    return isPassedOnce(path, readFileSync(join(root, path), "utf8"), edit)
      ? []
      : [{ ...one, id, edit, nearest: one.tests }]
  })
  const others = planned.filter((_, id) => !faults.some((fault) => fault.id === id))
  const near = new Set(faults.flatMap(({ tests }) => tests.slice(0, most)))
  const parts = Array.from({ length: numberOfParts }, (_, part) =>
    filesOfPart(part, false).filter((file) => most === Infinity || near.has(file)),
  )
  const copies = Math.min(maxCopies, availableParallelism(), faults.length)
  const rests = await Promise.all(
    Array.from({ length: copies }, (_, copy) => {
      const own = faults.filter((_, index) => index % copies === copy)
      return judgeInCopy(root, own, { parts, onVerdict })
    }),
  )
  return [...rests.flat(), ...others]
}

async function judgeInCopy(
  root: string,
  faults: readonly Switched[],
  { parts, onVerdict }: { parts: readonly (readonly string[])[]; onVerdict: (verdict: Verdict) => void },
): Promise<Planned[]> {
  const sandbox = createSandbox(root)
  const remove = (): void => {
    sandbox.remove()
  }
  process.once("exit", remove)
  try {
    for (const [path, all] of Map.groupBy(faults, ({ fault }) => fault.path)) {
      writeFileSync(join(sandbox.path, path), switchFaults(path, readFileSync(join(root, path), "utf8"), all))
    }
    const said = new Map<number, SessionVerdict[]>(faults.map(({ id }) => [id, []]))
    let waiting = faults
    for (const files of parts) {
      if (files.length === 0 || waiting.length === 0) continue
      for (const verdict of await runSession(sandbox.path, files, waiting)) {
        said.get(verdict.id)?.push(verdict)
      }
      const isNoticed = ({ id }: Switched): boolean => said.get(id)?.at(-1)?.ending === "noticed"
      for (const one of waiting.filter(isNoticed)) onVerdict(sum(one, said.get(one.id) ?? []))
      waiting = waiting.filter((one) => !isNoticed(one))
    }
    const isJudged = ({ id }: Switched): boolean => {
      const endings = new Set(said.get(id)?.map(({ ending }) => ending))
      return endings.has("unnoticed") && !endings.has("at load")
    }
    for (const one of waiting.filter(isJudged)) onVerdict(sum(one, said.get(one.id) ?? []))
    return waiting.filter((one) => !isJudged(one))
  } finally {
    process.off("exit", remove)
    remove()
  }
}

function sum({ fault }: Planned, verdicts: readonly SessionVerdict[]): Verdict {
  const last = verdicts.at(-1)
  return {
    fault,
    ending: last?.ending === "noticed" ? "noticed" : "unnoticed",
    ran: verdicts.flatMap(({ ran }) => ran),
    tests: verdicts.reduce((count, { tests }) => count + tests, 0),
    by: last?.by[0],
  }
}
