import { posix } from "node:path"

import type { ConfigurationVariableResolver } from "hardhat/types/config"
import type ts from "typescript"

import { type Field, fieldsOf, parse } from "./readType.js"
import { code, table } from "./table.js"
import { resolvePlugs } from "#src/plugin/config/resolvePlugs.js"

const source = "src/plugin/config/PlugsUserConfig.ts"

type Key = Field & { readonly path: string }

/** Renders every key of the `plugs` block with type, default and docstring: a section for each key that has keys below, and one for the rest. */
export async function configurationTable(): Promise<string> {
  const groups = [...Map.groupBy(await configurationKeys(), ({ path }) => path.split(".")[1]).values()]
  const sections = groups.flatMap(([own, ...below]) =>
    own === undefined || below.length === 0
      ? []
      : [`### ${code(own.path)}\n\n${introduction(own)}\n\n${tableOf(below)}`],
  )
  const others = groups.flatMap((group) => (group.length === 1 ? group : []))
  return [...sections, `### Other keys\n\n${tableOf(others)}`].join("\n\n")
}

function introduction(key: Key): string {
  const byDefault = defaultOf(key)
  return byDefault === "" ? key.description : `${key.description} Default: ${byDefault}.`
}

function tableOf(keys: readonly Key[]): string {
  const rows = keys.map((key) => [code(key.path), typeOf(key.type), defaultOf(key), key.description])
  return table(["key", "type", "default", "meaning"], rows)
}

/** Every key of the `plugs` block that a user can write, from the types. */
export async function configurationKeys(): Promise<Key[]> {
  const file = await parse(source)
  return keysBelow(file, "PlugsUserConfig", "plugs")
}

function keysBelow(file: ts.SourceFile, typeName: string, prefix: string): Key[] {
  return (fieldsOf(file, typeName) ?? []).flatMap((field) => {
    const path = `${prefix}.${field.name}`
    const [, record, element, plain] =
      /^Record<string, (\w+)>$|^readonly (?:\(string \| )?(\w+)\)?\[\]$|^(\w+)$/.exec(field.type) ?? []
    const below = record ?? element ?? plain ?? ""
    const step = record === undefined ? (element === undefined ? "" : "[]") : ".<name>"
    const description = field.description.replaceAll(
      /\]\((\.\.\/[^)]+)/g,
      (_, link: string) => `](${linkFromPage(link)}`,
    )
    return [{ ...field, path, description }, ...keysBelow(file, below, `${path}${step}`)]
  })
}

/** A link of a docstring, as the page of the table has it. */
function linkFromPage(link: string): string {
  return posix.relative("docs/reference", posix.join(posix.dirname(source), link))
}

function typeOf(type: string): string {
  if (isObject(type)) return "object"
  if (type === "SensitiveString") return "string or configuration variable"
  if (type === "NativePrices") return "function"
  return code(
    type
      .replace(/^readonly /, "")
      .replace(/\b\w+UserConfig\b/, "object")
      .replace("SensitiveString", "string"),
  )
}

function isObject(type: string): boolean {
  return /^(Record<|\w+UserConfig$)/.test(type)
}

/** What the code fills in, or what the docstring says where that depends on other keys or fills in nothing. */
function defaultOf({ path, type, isOptional, defaultsTo }: Key): string {
  if (!isOptional) return "required"
  const filled = isObject(type) || path.includes("<name>") ? undefined : valueAt(defaults(), path.split(".").slice(1))
  if (filled !== undefined && !(Array.isArray(filled) && filled.length === 0))
    return code(
      JSON.stringify(filled)
        .replace(/"(\w+)":/g, "$1: ")
        .replaceAll(",", ", "),
    )
  return defaultsTo ?? (isObject(type) ? "" : "none")
}

function defaults(): unknown {
  const asWritten = ((value: unknown) => value) as unknown as ConfigurationVariableResolver
  return resolvePlugs({}, asWritten, (file) => file)
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  return typeof value === "object" && value !== null
    ? valueAt((value as Record<string, unknown>)[key], rest)
    : undefined
}
