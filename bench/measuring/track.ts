import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

import type { Sample } from "./Measure.ts"
import { serveMessages } from "./messagesApi.ts"

const run = promisify(execFile)

/** Messages to wait for in one process. */
export type TrackOptions = {
  readonly transactions: number
  readonly messagesPerTransaction: number
  /** How many watches wait for all messages of each transaction. */
  readonly watchersPerTransaction: number
  /** How many watches wait for each message alone. */
  readonly watchersPerMessage: number
}

/** Waits for messages in a process that has nothing but the built package: how long, with how many requests, and how much memory at most. */
export async function track(
  options: TrackOptions,
): Promise<{ time: Required<Sample>; requests: number; memory: number }> {
  await using api = await serveMessages(options)
  const env = { ...process.env, BENCH_TRACKING: JSON.stringify({ ...options, baseUrl: api.baseUrl }) }
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, "trackMessages.js")], { env })
  const { value, cpu, memory } = JSON.parse(stdout) as { value: number; cpu: number; memory: number }
  return { time: { value, cpu }, requests: api.requests(), memory }
}
