import { readFile, stat } from "node:fs/promises"
import path from "node:path"
import { pathToFileURL } from "node:url"

import type { PlugsConfig } from "../../../src/plugin/config/PlugsConfig.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { excerpt } from "../../../src/primitives/text.js"

/**
 * Loads the wiring of a project: from a file, or else from the configuration. The content of a file is not checked here.
 *
 * @param file a TypeScript or JavaScript module whose default export is the wiring, or JSON; relative to the working folder
 * @throws {InvalidInputError} there is none, or the file cannot be loaded
 */
export async function loadWiring(file: string | undefined, { wiring }: Pick<PlugsConfig, "wiring">): Promise<unknown> {
  if (file !== undefined) return await loadFile(path.resolve(file), file)
  if (wiring !== undefined) return wiring
  throw new InvalidInputError({
    argument: "--file",
    problem: "the project has no wiring",
    fix: "Write it in plugs.wiring of the configuration, or in a file, and name the file with --file wiring.ts.",
  })
}

async function loadFile(absolute: string, file: string): Promise<unknown> {
  try {
    // Reading a pipe would wait for its writer.
    if (!(await stat(absolute)).isFile()) throw new Error("it is not a file")
    if (file.endsWith(".json")) return JSON.parse(await readFile(absolute, "utf8"))
    const loaded = (await import(pathToFileURL(absolute).href)) as { default?: unknown }
    if (loaded.default !== undefined) return loaded.default
  } catch (error) {
    const reason = excerpt(error instanceof Error ? error.message : String(error), 200)
    throw new InvalidInputError({ argument: "--file", problem: `${file} cannot be loaded: ${reason}`, fix: advice })
  }
  throw new InvalidInputError({ argument: "--file", problem: `${file} has no default export`, fix: advice })
}

const advice = "Give a module that ends with export default defineWiring({ … }), or a JSON file."
