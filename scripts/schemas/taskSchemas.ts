import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"

import { format, resolveConfig } from "prettier"
import { z } from "zod"

import { pageAnswers } from "./pageAnswers.js"
import { pageEventsSchema } from "./pageEvents.js"
import { watchStatus } from "./tasks/watch.js"
import { type TaskOutput, type TaskOutputs, taskSchema } from "./taskSchema.js"
import { costReportSchema } from "#src/costs/costReport.js"

/** What one task prints, and the name of its schema, such as `messaging-track`. */
export type NamedTaskOutput = { readonly name: string; readonly output: TaskOutput }

/** A file of `schemas`. */
export type SchemaFile = { readonly path: string; readonly text: string }

const folder = new URL("tasks/", import.meta.url)

/** Reads what each task prints from the files in `tasks`, which have the tasks of a family or an extra. */
export async function readTaskOutputs(): Promise<NamedTaskOutput[]> {
  const files = await Promise.all(
    (await readdir(folder)).map((file) => import(new URL(file, folder).href) as Promise<{ default: TaskOutputs }>),
  )
  const outputs = files.flatMap(({ default: ofFile }) => Object.entries(ofFile))
  return outputs
    .map(([name, output]) => ({ name, output }))
    .sort((one, other) => (`${one.name}.` < `${other.name}.` ? -1 : 1))
}

/**
 * Makes the JSON Schema of every task, of the files of `--plugs-report-json` and `--publish`, and of the stream and the answers of a devnet's page.
 *
 * @example
 * for (const { path, text } of await taskSchemas()) await writeFile(path, text)
 */
export async function taskSchemas(): Promise<SchemaFile[]> {
  const outputs = await readTaskOutputs()
  const ofTasks = outputs.map(({ name, output }) => {
    const title = `What npx hardhat ${name.replaceAll("-", " ")} --json prints: each document, or each line`
    return toFile(name, title, taskSchema(output))
  })
  const ofReport = toFile("plugs-report", "What npx hardhat test --plugs-report-json writes", costReportSchema, "input")
  const ofPage = toFile("page-events", "The data of each event at /page/events of a devnet", pageEventsSchema)
  const ofAnswers = Object.entries(pageAnswers).map(([name, schema]) =>
    toFile(`page-${name}`, `What /page/${name} of a devnet answers`, schema),
  )
  const ofStatus = toFile(
    "watch-status",
    "What npx hardhat messaging watch --publish writes to status.json",
    watchStatus,
  )
  return await Promise.all([...ofTasks, ofReport, ofPage, ofStatus, ...ofAnswers])
}

/** @param io of a schema that changes what it reads: which side of it the file has */
async function toFile(
  name: string,
  title: string,
  of: z.ZodType,
  io: "input" | "output" = "output",
): Promise<SchemaFile> {
  const style = await resolveConfig(fileURLToPath(folder))
  const { $schema, ...schema } = z.toJSONSchema(of, { io })
  const text = await format(JSON.stringify({ $schema, title, ...schema }), { ...style, plugins: [], parser: "json" })
  return { path: `schemas/${name}.json`, text }
}
