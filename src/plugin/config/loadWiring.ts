import { stat } from "node:fs/promises"
import path from "node:path"
import { pathToFileURL } from "node:url"

import type { HardhatConfig } from "hardhat/types/config"

import { type ReadApplication, readWiring } from "#src/messaging/wiring/readWiring.js"
import { readWholeFile } from "#src/primitives/files/readWholeFile.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { excerpt, inQuotes } from "#src/primitives/text.js"

/** The parts of Hardhat's configuration that say where a wiring is. */
type Project = {
  readonly plugs: Pick<HardhatConfig["plugs"], "wiring" | "chains">
  readonly paths: Pick<HardhatConfig["paths"], "root">
}

/** A wiring as it is written, and as it is read with the chains of its project. */
export type LoadedWiring = { readonly wiring: unknown; readonly applications: readonly ReadApplication[] }

/**
 * Loads the wiring of a project: from a file, or else from the configuration.
 *
 * @param file a TypeScript or JavaScript module whose default export is the wiring, or JSON; relative to the working folder, or to the
 * root of the project
 * @throws {InvalidInputError} there is none, the file cannot be loaded, or it is no wiring
 */
export async function loadWiring(file: string | undefined, project: Project): Promise<LoadedWiring> {
  if (file !== undefined) {
    const places = [...new Set([path.resolve(file), path.resolve(project.paths.root, file)])]
    for (const place of places) if (await isThere(place)) return read(await loadFile(place, file), project)
    const problem = `there is no file ${inQuotes(file)}`
    throw new InvalidInputError({
      argument: "--file",
      problem,
      fix: `Looked for ${places.join(" and ")}. Give the path of the file.`,
    })
  }
  const { wiring } = project.plugs
  if (wiring !== undefined) return read(wiring, project)
  throw new InvalidInputError({
    argument: "--file",
    problem: "the project has no wiring",
    fix: "Write it in plugs.wiring of the configuration, or in a file, and name the file with --file wiring.ts.",
  })
}

/** The wiring of the configuration, or else that of a file with the usual name at the root of the project. */
export async function findWiring(project: Project): Promise<(LoadedWiring & { readonly file?: string }) | undefined> {
  if (project.plugs.wiring !== undefined) return await loadWiring(undefined, project)
  for (const file of ["wiring.ts", "wiring.js", "wiring.json"]) {
    const place = path.join(project.paths.root, file)
    if (await isThere(place)) return { ...read(await loadFile(place, file), project), file }
  }
  return undefined
}

function read(wiring: unknown, { plugs }: Project): LoadedWiring {
  return { wiring, applications: readWiring(wiring, Object.keys(plugs.chains)) }
}

async function isThere(place: string): Promise<boolean> {
  return await stat(place).then(
    () => true,
    (error: unknown) => (error as { code?: unknown }).code !== "ENOENT",
  )
}

async function loadFile(absolute: string, file: string): Promise<unknown> {
  try {
    // A module, too: importing a pipe would wait for its writer.
    const text = await readWholeFile(absolute, 5 * 1024 * 1024)
    if (file.endsWith(".json")) return JSON.parse(text)
    const loaded = (await import(pathToFileURL(absolute).href)) as { default?: unknown }
    if (loaded.default !== undefined) return loaded.default
  } catch (error) {
    const reason = excerpt(error instanceof Error ? error.message : String(error), 200)
    throw new InvalidInputError({ argument: "--file", problem: `${file} cannot be loaded: ${reason}`, fix: advice })
  }
  throw new InvalidInputError({ argument: "--file", problem: `${file} has no default export`, fix: advice })
}

const advice = "Give a module that ends with export default defineWiring({ … }), or a JSON file."
