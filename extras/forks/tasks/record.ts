import { existsSync } from "node:fs"
import { rename, rm, stat } from "node:fs/promises"

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { isResult } from "hardhat/utils/result"

import { recordRows } from "./index.js"
import { type RecordedChain, recordReport } from "./output/recordReport.js"
import { growing } from "#extras/forks/src/readForks.js"
import { readRecording, type Recording } from "#extras/forks/src/Recording.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

type Recorded = { readonly name: string; readonly file: string }

export default actionOf(recordRows, async ({ files, chains: named, refresh, json }, hre) => {
  const chosen = chooseRecordings(hre.config.plugs.forks, named)
  await bringBack(chosen)
  const before = await Promise.all(chosen.map(({ file }) => readRecording(file)))
  const { passed, chains } = await withPrevious(refresh ? chosen : [], async () => {
    const hasPassed = await runTests(hre, { files, chosen, json })
    const recorded = await Promise.all(
      chosen.map(async (one, index): Promise<RecordedChain> => ({
        ...one,
        ...compare(before[index], await readRecording(one.file)),
        bytes: existsSync(one.file) ? (await stat(one.file)).size : 0,
      })),
    )
    return { passed: hasPassed, chains: recorded }
  })
  return {
    document: { passed, chains },
    report: () => recordReport(chains),
    error: passed ? undefined : testsFailed(refresh),
  }
})

function chooseRecordings(
  forks: HardhatRuntimeEnvironment["config"]["plugs"]["forks"],
  named: readonly string[] | undefined,
): readonly Recorded[] {
  const all = Object.entries(forks).flatMap(([name, { recording }]) => (recording ? [{ name, file: recording }] : []))
  const missing = named?.find((name) => all.every((one) => one.name !== name))
  if (missing !== undefined || all.length === 0) {
    throw new InvalidInputError({
      argument: "--chains",
      problem: missing === undefined ? "no chain has a recording" : `${missing} has no recording`,
      fix: `Write plugs: { forks: { ${missing ?? "arbitrum"}: { recording: "test/recorded/${missing ?? "arbitrum"}.ndjson" } } } in the Hardhat configuration.`,
    })
  }
  return named === undefined ? all : all.filter(({ name }) => named.includes(name))
}

const previous = ({ file }: Recorded): string => `${file}.previous`

/** Brings back what a run that was killed has put aside: what it had recorded is not all. */
async function bringBack(recordings: readonly Recorded[]): Promise<void> {
  for (const one of recordings) if (existsSync(previous(one))) await rename(previous(one), one.file)
}

/** Puts recordings aside while others are made. They come back where the tests fail, or anything else does. */
async function withPrevious<Result extends { readonly passed: boolean }>(
  recordings: readonly Recorded[],
  work: () => Promise<Result>,
): Promise<Result> {
  for (const one of recordings) if (existsSync(one.file)) await rename(one.file, previous(one))
  try {
    const result = await work()
    const made = result.passed ? recordings.filter(({ file }) => existsSync(file)) : []
    for (const one of made) await rm(previous(one), { force: true })
    return result
  } finally {
    await bringBack(recordings)
  }
}

/** Runs the project's tests with recordings that grow. Returns whether they have passed. */
async function runTests(
  { tasks }: Pick<HardhatRuntimeEnvironment, "tasks">,
  { files, chosen, json }: { files: readonly string[]; chosen: readonly Recorded[]; json: boolean },
): Promise<boolean> {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  process.env[growing] = chosen.map(({ name }) => name).join()
  // What tests print is not the document.
  if (json) stdout.write = stderr.write.bind(stderr)
  try {
    const result: unknown = await tasks.getTask("test").run({ testFiles: [...files] })
    return !isResult(result) || result.success
  } finally {
    stdout.write = write
    Reflect.deleteProperty(process.env, growing)
  }
}

type Comparison = Omit<RecordedChain, "name" | "file" | "bytes">

function compare(before: Recording | undefined, after: Recording | undefined): Comparison {
  const [old, now] = [before?.answers ?? new Map<string, unknown>(), after?.answers ?? new Map<string, unknown>()]
  // The block is part of most questions.
  const general = (answers: ReadonlyMap<string, unknown>, block: number | undefined): Map<string, string> => {
    const own = block === undefined ? "" : `"0x${block.toString(16)}"`
    return new Map([...answers].map(([key, answer]) => [key.replaceAll(own, '"latest"'), JSON.stringify(answer)]))
  }
  const [oldAnswers, newAnswers] = [general(old, before?.block), general(now, after?.block)]
  const both = [...newAnswers].filter(([key]) => oldAnswers.has(key))
  return {
    block: after?.block ?? null,
    previousBlock: before?.block ?? null,
    answers: now.size,
    added: newAnswers.size - both.length,
    removed: oldAnswers.size - both.length,
    changed: both.filter(([key, answer]) => oldAnswers.get(key) !== answer).length,
  }
}

function testsFailed(isRefreshed: boolean): ShownFailureError {
  return new ShownFailureError({
    message: "Tests have failed.",
    next: isRefreshed
      ? "The earlier recordings are in place again. Mend the tests, and record again."
      : "What they have asked for is recorded. Mend the tests, and record again.",
  })
}
