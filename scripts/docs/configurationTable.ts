import type { ConfigurationVariableResolver } from "hardhat/types/config"
import type ts from "typescript"

import { resolvePlugs } from "../../src/plugin/config/resolvePlugs.js"
import { type Field, fieldsOf, parse } from "./readType.js"
import { code, table } from "./table.js"

const source = "src/plugin/config/PlugsConfig.ts"

type Key = Field & { readonly path: string }

/** Renders every key of the `plugs` block: its type, its default, and its docstring. */
export async function configurationTable(): Promise<string> {
  const rows = (await configurationKeys()).map(({ path, type, description, ...key }) => [
    code(path),
    typeOf(type),
    defaultOf({ path, type, description, ...key }),
    // The table is in that folder.
    description.replaceAll("../../../docs/", ""),
  ])
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
    return [{ ...field, path }, ...keysBelow(file, below, `${path}${step}`)]
  })
}

function typeOf(type: string): string {
  if (isObject(type)) return "object"
  if (type === "SensitiveString") return "string or configuration variable"
  if (type === "NativePrices") return "function"
  return code(type.replace(/^readonly /, "").replace(/\b\w+UserConfig\b/, "object"))
}

function isObject(type: string): boolean {
  return /^(Record<|\w+UserConfig$)/.test(type)
}

/** What the code fills in, or what the docstring says of it where that depends on other keys. */
function defaultOf({ path, type, isOptional, defaultsTo }: Key): string {
  if (!isOptional) return "required"
  const filled = isObject(type) ? undefined : valueAt(defaults(), path.split(".").slice(1))
  if (filled !== undefined)
    return code(
      JSON.stringify(filled)
        .replace(/"(\w+)":/g, "$1: ")
        .replaceAll(",", ", "),
    )
  return defaultsTo ?? (isObject(type) ? "" : "none")
}

function defaults(): unknown {
  const asWritten = ((value: unknown) => value) as unknown as ConfigurationVariableResolver
  return resolvePlugs({ chains: { "<name>": { slug: 1 } } }, asWritten, (file) => file)
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  return typeof value === "object" && value !== null
    ? valueAt((value as Record<string, unknown>)[key], rest)
    : undefined
}
