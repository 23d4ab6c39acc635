import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { isRecord } from "../../primitives/isRecord.js"
import { packageName } from "./findPackageSource.js"

export type MergedPackageJson = {
  readonly text: string
  /** What differs from the template because the project's own was kept: a line each. */
  readonly kept: readonly string[]
}

/** The script that `npm init` writes where there is none yet. */
const noTests = 'echo "Error: no test specified" && exit 1'

const everyKind = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const

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
  const manifest = parse(own)
  const kept: string[] = []
  const entriesOf = (field: string): Record<string, unknown> => {
    const entries = manifest[field] ?? {}
    if (!isRecord(entries)) throw refuse(`its ${field} are not an object`)
    return { ...entries }
  }
  const installed = Object.assign({}, ...everyKind.map(entriesOf).reverse()) as Record<string, unknown>

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
  return { text: print(manifest, own), kept }

  /** A dependency of another kind is replaced where it stands. */
  function addTo(entries: Record<string, unknown>, name: string, wanted: unknown): void {
    const kind = everyKind.find((field) => entriesOf(field)[name] !== undefined)
    if (kind === undefined || manifest[kind] === undefined || kind === "devDependencies") entries[name] = wanted
    else manifest[kind] = { ...entriesOf(kind), [name]: wanted }
  }
}

function parse(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    throw refuse("it is not JSON")
  }
  if (!isRecord(value)) throw refuse("it is not an object")
  return value
}

/** As the project's own file is indented, and ends its lines. */
function print(manifest: object, own: string): string {
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

function refuse(problem: string): InvalidInputError {
  return new InvalidInputError({ argument: "package.json", problem, fix: "Mend it, then run this again." })
}
