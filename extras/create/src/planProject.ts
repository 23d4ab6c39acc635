import { packageName } from "./packageSource.js"
import { readProjectFile } from "./projectFolder.js"
import type { Template } from "./templates.js"
import { dependencyFields } from "./toolchain.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"

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
const otherConfigs = ["js", "mjs", "mts"].map((extension) => `hardhat.config.${extension}`)

/** Files that get the lines that they lack. */
const lists = [".gitignore", ".npmrc"]

/** Files that get the template's text after their own, unless they have its heading. */
const sections = ["AGENTS.md"]

/** Files that get the settings that they lack, each with the lines that belong to it. */
const settings = ["pnpm-workspace.yaml", ".yarnrc.yml"]

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
    const end = own === undefined || own === "" || own.endsWith("\n") ? "" : "\n"
    if (path === "hardhat.config.ts" && standIns.length > 0) continue
    if (own === undefined) files.push({ path, text, how: "new" })
    else if (path === "package.json") {
      const merged = mergePackageJson(own, JSON.parse(text) as Record<string, unknown>, { replacePackage })
      kept.push(...merged.kept)
      if (merged.text.trim() !== own.trim()) files.push({ path, text: merged.text, how: "extended" })
    } else if (lists.includes(path)) {
      const more = linesOf(text).filter((line) => !linesOf(own).includes(line))
      if (more.length > 0) files.push({ path, text: `${own}${end}${more.join("\n")}\n`, how: "extended" })
    } else if (sections.includes(path)) {
      const [heading = ""] = linesOf(text)
      if (!linesOf(own).includes(heading)) files.push({ path, text: `${own.trimEnd()}\n\n${text}`, how: "extended" })
    } else if (settings.includes(path)) {
      const keyOf = (setting: string): string => setting.slice(0, setting.indexOf(":") + 1)
      const all = text.split(/^(?=\w)/m)
      const more = all.filter((setting) => !linesOf(own).some((line) => line.startsWith(keyOf(setting))))
      const differing = all.filter((setting) => !more.includes(setting) && !own.includes(setting.trimEnd()))
      kept.push(...differing.map((setting) => differs(`${keyOf(setting)} of ${path}`, "as it is", setting.trimEnd())))
      if (more.length > 0) files.push({ path, text: `${own}${end}${more.join("")}`, how: "extended" })
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

export type MergedPackageJson = {
  readonly text: string
  /** What differs from the template because the project's own was kept: a line each. */
  readonly kept: readonly string[]
}

/** The script that `npm init` writes where there is none yet. */
const noTests = 'echo "Error: no test specified" && exit 1'

/**
 * Adds to a project's package.json what it lacks. Its own versions, scripts and other values stay as they are, and so do its order
 * and its indentation.
 *
 * @param replacePackage whether the entry of `hardhat-plugs` itself is replaced, because its source was asked for
 * @throws {InvalidInputError} the text is not the JSON of an object, or a field that gets more entries is no object
 */
export function mergePackageJson(
  own: string,
  template: Readonly<Record<string, unknown>>,
  { replacePackage }: { replacePackage: boolean },
): MergedPackageJson {
  const manifest = parseManifest(own)
  const kept: string[] = []
  const entriesOf = (field: string): Record<string, unknown> => {
    const entries = manifest[field] ?? {}
    if (!isRecord(entries)) throw refuseManifest(`its ${field} are not an object`)
    return { ...entries }
  }
  const installed = Object.assign({}, ...dependencyFields.map(entriesOf).reverse()) as Record<string, unknown>

  for (const [field, value] of Object.entries(template)) {
    if (field === "name" || field === "private") continue
    if (!isRecord(value)) {
      if (manifest[field] === undefined) manifest[field] = value
      else if (manifest[field] !== value) kept.push(differs(field, manifest[field], value))
      continue
    }
    const entries = entriesOf(field)
    const present = field === "devDependencies" ? installed : entries
    for (const [name, wanted] of Object.entries(value)) {
      const has = present[name] === noTests ? undefined : present[name]
      if (has === undefined || (name === packageName && replacePackage)) addTo(entries, name, wanted)
      else if (has !== wanted) kept.push(differs(field === "devDependencies" ? name : `${field}.${name}`, has, wanted))
    }
    if (Object.keys(entries).length > 0) manifest[field] = field === "devDependencies" ? sorted(entries) : entries
  }
  return { text: printManifest(manifest, own), kept }

  /** A dependency of another kind is replaced where it stands. */
  function addTo(entries: Record<string, unknown>, name: string, wanted: unknown): void {
    const kind = dependencyFields.find((field) => entriesOf(field)[name] !== undefined)
    if (kind === undefined || kind === "devDependencies") entries[name] = wanted
    else manifest[kind] = { ...entriesOf(kind), [name]: wanted }
  }
}

/** @throws {InvalidInputError} it is not the JSON of an object */
export function parseManifest(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    throw refuseManifest("it is not JSON")
  }
  if (!isRecord(value)) throw refuseManifest("it is not an object")
  return value
}

/** As the project's own file is indented, and ends its lines. */
function printManifest(manifest: object, own: string): string {
  const indent = /^[[{]\r?\n([ \t]+)/.exec(own.trim())?.[1] ?? "  "
  const text = `${JSON.stringify(manifest, undefined, indent)}\n`
  return own.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text
}

function sorted(entries: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function differs(name: string, has: unknown, wanted: unknown): string {
  return `${name} stays ${JSON.stringify(has)}; the template has ${JSON.stringify(wanted)}`
}

function refuseManifest(problem: string): InvalidInputError {
  return new InvalidInputError({ argument: "package.json", problem, fix: "Fix it, then run this again." })
}
