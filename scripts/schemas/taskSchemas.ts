import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"

import { format, resolveConfig } from "prettier"
import { z } from "zod"

import { type TaskOutput, taskSchema } from "./taskSchema.js"

/** A file of `schemas`. */
export type SchemaFile = { readonly path: string; readonly text: string }

const folder = new URL("tasks/", import.meta.url)

/**
 * Makes the JSON Schema of every task from the file with its name in `tasks`: `messaging-track.ts` is that of `messaging track`.
 *
 * @example
 * for (const { path, text } of await taskSchemas()) await writeFile(path, text)
 */
export async function taskSchemas(): Promise<SchemaFile[]> {
  const config = await resolveConfig(fileURLToPath(folder))
  const names = (await readdir(folder)).map((file) => file.replace(/\.ts$/, "")).sort()
  return await Promise.all(
    names.map(async (name) => {
      const { default: output } = (await import(new URL(`${name}.ts`, folder).href)) as { default: TaskOutput }
      const { $schema, ...document } = z.toJSONSchema(taskSchema(output))
      const title = `What npx hardhat ${name.replaceAll("-", " ")} --json prints: each document, or each line`
      const text = await format(JSON.stringify({ $schema, title, ...document }), {
        ...config,
        plugins: [],
        parser: "json",
      })
      return { path: `schemas/${name}.json`, text }
    }),
  )
}
