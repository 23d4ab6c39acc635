import { globSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { resolve } from "node:path"

/** The root of this repository. */
export const repository: string = resolve(import.meta.dirname, "../..")

/** Folders that hold documents, with everything below them. */
const folders = ["docs", "examples", ".changeset", ...globSync("extras/*/docs", { cwd: repository }).map(slashed)]

/** A page of the documents, as opposed to what stands beside the code. An extra has its pages in a folder of its own. */
export const pagePattern: RegExp = /^(?:extras\/\w+\/)?docs\//

/** Paths of all Markdown files that people read here, from the root of the repository, in alphabetical order. */
export async function listDocuments(): Promise<string[]> {
  const root = await readdir(repository)
  const below = await Promise.all(folders.map(filesBelow))
  return [...root, ...below.flat()].filter((path) => path.endsWith(".md") && !path.includes("node_modules")).sort()
}

/** Paths of all files below a folder, both from the root of the repository, with forward slashes. */
export async function filesBelow(folder: string): Promise<string[]> {
  const files = await readdir(resolve(repository, folder), { recursive: true })
  return files.map((file) => `${folder}/${slashed(file)}`)
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/")
}
