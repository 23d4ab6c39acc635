import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"

import { z } from "zod"

import { readWholeFile, UnreadableFile } from "#src/primitives/files/readWholeFile.js"
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

const headSchema = z.object({ chainId: z.number().int().positive(), block: z.number().int().nonnegative() })
const answerSchema = z.tuple([z.string(), z.array(z.unknown()), z.unknown()])

export function keyOf(method: string, params: readonly unknown[]): string {
  return JSON.stringify([method, params])
}

/**
 * Reads a recording: a line with the chain and the block, then a line for each answer, in order.
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
  const { chainId, block } = parseLine(headSchema, first, { file, number: 1 })
  const answers = new Map<string, unknown>()
  for (const [index, line] of lines.entries()) {
    const [method, params, answer] = parseLine(answerSchema, line, { file, number: index + 2 })
    answers.set(keyOf(method, params), answer)
  }
  return { chainId, block, answers }
}

const maxRecordingBytes = 256 * 2 ** 20

function parseLine<T>(schema: z.ZodType<T>, line: string, { file, number }: { file: string; number: number }): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw new RecordingDamagedError(file, `line ${number} is not one of a recording`)
  }
}

/** Writes a recording in an order that does not depend on when something was asked, so that a change is seen in a diff. */
export function writeRecording(file: string, { chainId, block, answers }: Recording): void {
  const lines = [...answers]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, answer]) => `${key.slice(0, -1)},${JSON.stringify(answer)}]`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${[JSON.stringify({ chainId, block }), ...lines].join("\n")}\n`)
}
