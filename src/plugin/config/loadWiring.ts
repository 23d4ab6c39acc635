import { readFile, stat } from "node:fs/promises"
import path from "node:path"
import { pathToFileURL } from "node:url"

import type { HardhatConfig } from "hardhat/types/config"

import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { excerpt, inQuotes } from "../../primitives/text.js"

/** The parts of Hardhat's configuration that say where a wiring is. */
type Project = {
  readonly plugs: Pick<HardhatConfig["plugs"], "wiring">
  readonly paths: Pick<HardhatConfig["paths"], "root">
}

/**
 * Loads the wiring of a project: from a file, or else from the configuration. The content of a file is not checked here.
 *
 * @param file a TypeScript or JavaScript module whose default export is the wiring, or JSON; relative to the working folder, or to the
 * root of the project
 * @throws {InvalidInputError} there is none, or the file cannot be loaded
 */
export async function loadWiring(
  file: string | undefined,
  { plugs: { wiring }, paths: { root } }: Project,
): Promise<unknown> {
  if (file !== undefined) {
    const places = [...new Set([path.resolve(file), path.resolve(root, file)])]
    for (const place of places) if (await isThere(place)) return await loadFile(place, file)
    const problem = `there is no file ${inQuotes(file)}`
    throw new InvalidInputError({
      argument: "--file",
      problem,
      fix: `Looked for ${places.join(" and ")}. Give the path of the file.`,
    })
  }
  if (wiring !== undefined) return wiring
  throw new InvalidInputError({
    argument: "--file",
    problem: "the project has no wiring",
    fix: "Write it in plugs.wiring of the configuration, or in a file, and name the file with --file wiring.ts.",
  })
}

/** The wiring of the configuration, or else that of a file with the usual name at the root of the project. */
export async function findWiring(project: Project): Promise<{ wiring: unknown; file?: string } | undefined> {
  if (project.plugs.wiring !== undefined) return { wiring: project.plugs.wiring }
  for (const file of ["wiring.ts", "wiring.js", "wiring.json"]) {
    const place = path.join(project.paths.root, file)
    if (await isThere(place)) return { wiring: await loadFile(place, file), file }
  }
  return undefined
}

async function isThere(place: string): Promise<boolean> {
  return await stat(place).then(
    () => true,
    (error: unknown) => (error as { code?: unknown }).code !== "ENOENT",
  )
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
