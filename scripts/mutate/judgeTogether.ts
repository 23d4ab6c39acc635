import { filesOfPart, numberOfParts } from "../testParts.ts"
import { inSwitchedCopies, type Planned, switchable, type Switched } from "./inSwitchedCopies.ts"
import type { Verdict } from "./report.ts"
import { runSession } from "./runSession.ts"
import type { SessionVerdict } from "./SessionPlan.ts"

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
  const faults = switchable(root, planned)
  const others = planned.filter((_, id) => !faults.some((fault) => fault.id === id))
  const near = new Set(faults.flatMap(({ tests }) => tests.slice(0, most)))
  const parts = Array.from({ length: numberOfParts }, (_, part) =>
    filesOfPart(part, false).filter((file) => most === Infinity || near.has(file)),
  )
  const rests = await inSwitchedCopies(root, faults, (folder, own) => judgeInCopy(folder, own, { parts, onVerdict }))
  return [...rests.flat(), ...others]
}

async function judgeInCopy(
  folder: string,
  faults: readonly Switched[],
  { parts, onVerdict }: { parts: readonly (readonly string[])[]; onVerdict: (verdict: Verdict) => void },
): Promise<Planned[]> {
  const said = new Map<number, SessionVerdict[]>(faults.map(({ id }) => [id, []]))
  let waiting = faults
  for (const files of parts) {
    if (files.length === 0 || waiting.length === 0) continue
    for (const verdict of await runSession(folder, files, waiting)) {
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
