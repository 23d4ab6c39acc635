import { mergePackageJson } from "./mergePackageJson.js"
import { readProjectFile } from "../readProjectFile.js"
import type { Template } from "../templates.js"

export type PlannedFile = {
  /** From the project's folder, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly how: "new" | "extended" | "replaced"
}

export type ProjectPlan = {
  readonly files: readonly PlannedFile[]
  /** Files of the project that differ from the template's, and can only be replaced or kept. */
  readonly inTheWay: readonly PlannedFile[]
  /** Files of the project that are kept without asking, and do the same as the template's. */
  readonly standIns: readonly string[]
  /** What is kept in package.json although the template has it otherwise. */
  readonly kept: readonly string[]
}

/** Hardhat reads the first of these that is there. */
const otherConfigs = ["js", "mjs", "cjs", "mts", "cts"].map((extension) => `hardhat.config.${extension}`)

/** Files that get the lines that they lack. */
const lists = [".gitignore", ".npmrc"]

/**
 * Compares a template with what is in the project's folder. Reads everything and writes nothing.
 *
 * @throws {PathUnusableError} something else stands where a file or a folder is needed
 * @throws {InvalidInputError} the project's package.json cannot be read
 */
export function planProject(
  project: string,
  template: Template,
  { replacePackage }: { replacePackage: boolean },
): ProjectPlan {
  const files: PlannedFile[] = []
  const inTheWay: PlannedFile[] = []
  const kept: string[] = []
  const standIns = otherConfigs.filter((path) => readProjectFile(project, path) !== undefined)
  for (const [path, text] of Object.entries(template)) {
    const own = readProjectFile(project, path)
    if (path === "hardhat.config.ts" && standIns.length > 0) continue
    if (own === undefined) files.push({ path, text, how: "new" })
    else if (path === "package.json") {
      const merged = mergePackageJson(own, JSON.parse(text) as Record<string, unknown>, { replacePackage })
      kept.push(...merged.kept)
      if (merged.text.trim() !== own.trim()) files.push({ path, text: merged.text, how: "extended" })
    } else if (lists.includes(path)) {
      const more = linesOf(text).filter((line) => !linesOf(own).includes(line))
      const end = own === "" || own.endsWith("\n") ? "" : "\n"
      if (more.length > 0) files.push({ path, text: `${own}${end}${more.join("\n")}\n`, how: "extended" })
    } else if (linesOf(own).join("\n") !== linesOf(text).join("\n")) {
      if (path === "README.md") standIns.push(path)
      else inTheWay.push({ path, text, how: "replaced" })
    }
  }
  return { files, inTheWay, standIns, kept }
}

function linesOf(text: string): string[] {
  return text.trimEnd().split(/\r?\n/)
}
