import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, rename } from "node:fs/promises"
import path from "node:path"

import { z } from "zod"

import { withDraft } from "#src/primitives/files/privateFiles.js"
import { readWholeFile, UnreadableFile } from "#src/primitives/files/readWholeFile.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** What a node answered about one block of a chain and those before it. */
export type Recording = {
  readonly chainId: number
  readonly block: number
  /** By {@link keyOf}. */
  readonly answers: Map<string, unknown>
}

/** A recording cannot be read. */
export class RecordingDamagedError extends PlugsError {
  readonly code = "RECORDING_DAMAGED"

  constructor(file: string, problem: string) {
    super(`A recording of a chain cannot be read: ${problem}.`, {
      facts: { file },
      next: "Delete the file to record it again from the chain's node.",
    })
  }
}

const headSchema = z.object({
  chainId: z.number().int().positive(),
  block: z.number().int().nonnegative(),
  /** Of the lines after the first. */
  sha256: z.string(),
})
const answerSchema = z.tuple([z.string(), z.array(z.unknown()), z.unknown()])

export function keyOf(method: string, params: readonly unknown[]): string {
  return JSON.stringify([method, params])
}

/** Stands for a long answer that an earlier line has, such as the code of a contract that is deployed twice. */
const sameSchema = z.strictObject({ sameAs: z.string() })

/**
 * Reads a recording: a line with the chain, the block and the hash of the others, then a line for each answer, in order.
 *
 * @returns `undefined` if there is no such file
 * @throws {RecordingDamagedError} a line is not as it was written
 */
export async function readRecording(file: string): Promise<Recording | undefined> {
  if (!existsSync(file)) return undefined
  const text = await readWholeFile(file, maxRecordingBytes).catch((error: unknown) => {
    throw new RecordingDamagedError(file, error instanceof UnreadableFile ? error.message : nodeReason(error))
  })
  const [first = "", ...lines] = text.trimEnd().split("\n")
  const { chainId, block, sha256 } = parseLine(headSchema, first, { file, number: 1 })
  const answers = new Map<string, unknown>()
  for (const [index, line] of lines.entries()) {
    const [method, params, answer] = parseLine(answerSchema, line, { file, number: index + 2 })
    const same = sameSchema.safeParse(answer)
    answers.set(keyOf(method, params), same.success ? answers.get(same.data.sameAs) : answer)
  }
  if (hashOf(lines) !== sha256) {
    throw new RecordingDamagedError(file, "its lines are not those that were recorded, as their hash says")
  }
  return { chainId, block, answers }
}

function hashOf(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\n")).digest("hex")
}

const maxRecordingBytes = 256 * 2 ** 20

function parseLine<T>(schema: z.ZodType<T>, line: string, { file, number }: { file: string; number: number }): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw new RecordingDamagedError(file, `line ${number} is not one of a recording`)
  }
}

/**
 * Adds a recording to what the file has of the same block, or writes it in its place, in one step. The order does not depend on when
 * something was asked, so that a change is seen in a diff.
 */
export async function writeRecording(file: string, { chainId, block, answers }: Recording): Promise<void> {
  const written = await readRecording(file)
  const all = written?.block === block ? new Map([...written.answers, ...answers]) : answers
  const firstWith = new Map<unknown, string>()
  const lines = [...all]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, answer]) => {
      const isLong = typeof answer === "string" && answer.length > longAnswer
      const first = isLong ? getOrAdd(firstWith, answer, () => key) : key
      return `${key.slice(0, -1)},${JSON.stringify(first === key ? answer : { sameAs: first })}]`
    })
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  const text = `${[JSON.stringify({ chainId, block, sha256: hashOf(lines) }), ...lines].join("\n")}\n`
  await withDraft(folder, path.basename(file), text, (draft) => rename(draft, file))
}

/** Characters from which an answer is written once. */
const longAnswer = 200
