import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"

import type { Line, SessionPlan, SessionVerdict } from "./SessionPlan.ts"

/**
 * How a session asks: until the first test that notices a fault, or on until four have, for a matrix of faults and tests. Milliseconds: the tests
 * of one fault, the longest that is asked, and a fault after which the process hangs.
 */
const ways = {
  first: { noticing: 1, limit: 60_000, longest: 600_000, patience: 150_000 },
  matrix: { noticing: 4, limit: 1_000, longest: 40, patience: 45_000 },
} as const

/** Milliseconds of all tests without a fault. */
const patienceOfAll = 1_800_000

/**
 * Judges faults behind switches by the tests of some files. A process that a fault ends or hangs, or that a fault leaves something behind in, is
 * followed by another one. What it said of that fault counts if the next process says it again, with that fault first.
 *
 * @param folder a copy of the tree, with the switches
 * @param onVerdict called with each verdict once it is final
 */
export async function runSession(
  folder: string,
  files: readonly string[],
  faults: readonly { readonly id: number; readonly nearest: readonly string[] }[],
  way: keyof typeof ways = "first",
  onVerdict: (verdict: SessionVerdict) => void = () => undefined,
): Promise<SessionVerdict[]> {
  const { patience, ...asking } = ways[way]
  const temporary = mkdtempSync(join(tmpdir(), "hardhat-plugs-session-"))
  const remove = (): void => {
    rmSync(temporary, { recursive: true, force: true })
  }
  process.once("exit", remove)
  try {
    // TypeScript that was translated already is not translated again.
    const translations = join(folder, "cache/tsx")
    mkdirSync(translations, { recursive: true })
    symlinkSync(translations, join(temporary, `tsx-${process.geteuid?.() ?? userInfo().username}`), "junction")
    const [lines, known] = [join(temporary, "lines"), join(temporary, "known.json")]
    const verdicts = new Map<number, SessionVerdict>()
    const note = (verdict: SessionVerdict): void => {
      verdicts.set(verdict.id, verdict)
      onVerdict(verdict)
    }
    const doubted = new Set<number>()
    while (verdicts.size < faults.length) {
      const planned = faults
        .filter(({ id }) => !verdicts.has(id))
        .map((fault) => ({ ...fault, isDoubted: doubted.has(fault.id) }))
        .sort((one, other) => Number(other.isDoubted) - Number(one.isDoubted))
      const output = await runProcess(folder, { files, faults: planned, lines, known, ...asking }, temporary, patience)
      const said = readLines(lines)
      if (!existsSync(known) || said.length === 0) throw new Error(`The tests did not run without a fault:\n${output}`)
      for (const line of said) {
        if (line.kind === "broken") throw new Error(line.error)
        if (line.kind !== "verdict") continue
        if (line.leaves && way === "first" && !doubted.has(line.id)) doubted.add(line.id)
        else note(line)
      }
      const last = said.at(-1)
      if (last?.kind !== "begin") continue
      const { id } = last
      const by = ["a process that does not end in time, or ends"]
      if (way === "first" && !doubted.has(id)) doubted.add(id)
      else note({ id, ending: "noticed", by, ran: [], tests: 0, leaves: true })
    }
    return [...verdicts.values()]
  } finally {
    process.off("exit", remove)
    remove()
  }
}

async function runProcess(folder: string, plan: SessionPlan, temporary: string, patience: number): Promise<string> {
  const planFile = join(temporary, "plan.json")
  writeFileSync(planFile, JSON.stringify(plan))
  writeFileSync(plan.lines, "")
  const hardhat = join(folder, "node_modules/hardhat/dist/src/cli.js")
  const args = ["--max-semi-space-size=64", hardhat, "run", "--no-compile", "scripts/mutate/session.ts"]
  const isPosix = process.platform !== "win32"
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, SESSION_PLAN: planFile, TMPDIR: temporary, TEMP: temporary, TMP: temporary, NO_COLOR: "1" },
    // A group of its own, so that what the tests start ends with them.
    detached: isPosix,
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-4_000)
    })
  }
  const end = (): void => {
    if (isPosix && child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
    else child.kill("SIGKILL")
  }
  process.once("exit", end)
  let [length, since] = [0, Date.now()]
  const timer = setInterval(() => {
    const now = readFileSync(plan.lines).length
    if (now > length) [length, since] = [now, Date.now()]
    if (Date.now() - since > (length === 0 ? patienceOfAll : patience)) end()
  }, 1_000)
  await new Promise((done) => child.once("close", done))
  clearInterval(timer)
  process.off("exit", end)
  return output
}

function readLines(file: string): Line[] {
  const texts = readFileSync(file, "utf8").split("\n")
  return texts.slice(0, -1).map((text) => JSON.parse(text) as Line)
}
