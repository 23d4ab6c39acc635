import { randomUUID } from "node:crypto"
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import type { Measurement } from "./measureWorld.js"

/** The environment variable that names the folder of measurements: every process of a test inherits it. */
export const reportFolderVariable = "PLUGS_REPORT_FOLDER"

/** The folder that a report is made from; `undefined` if none is made. */
export function reportFolder(): string | undefined {
  return process.env[reportFolderVariable]
}

/** Saves what a world has measured in a file of its own. */
export async function saveMeasurements(folder: string, measurements: readonly Measurement[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const text = JSON.stringify(measurements, (_, value: unknown) =>
    typeof value === "bigint" ? { bigint: String(value) } : value,
  )
  await writeFile(path.join(folder, `${randomUUID()}.json`), text)
}

/** Reads what all worlds have measured; nothing if there was none. */
export async function readMeasurements(folder: string): Promise<readonly Measurement[]> {
  const files = await readdir(folder).catch((error: unknown): string[] => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []
    throw error
  })
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")))
  return texts.flatMap((text) => JSON.parse(text, reviveAmounts) as Measurement[])
}

function reviveAmounts(_: string, value: unknown): unknown {
  const isAmount =
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).join() === "bigint"
  return isAmount ? BigInt((value as { bigint: string }).bigint) : value
}
